import type { QueryClient } from '@tanstack/react-query';
import { workspacesKey } from './workspaces.ts';

/** The other tabs of this browser that show the same server. */
export interface OtherTabs {
  /** Makes the other tabs refetch, because this tab changed something. */
  tell(): void;
}

/** Refetches the queries on screen whenever another tab has changed something. */
export function listenToOtherTabs(client: QueryClient): OtherTabs {
  const channel = new BroadcastChannel('shipmate');
  channel.addEventListener('message', () => {
    for (const key of ['workspace', 'approvals', 'grants', 'runs']) void client.invalidateQueries({ queryKey: [key] });
    void client.invalidateQueries({ queryKey: workspacesKey });
  });
  return { tell: () => channel.postMessage('changed') };
}
