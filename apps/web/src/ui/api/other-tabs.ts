import type { QueryClient } from '@tanstack/react-query';
import { workspacesKey } from './workspaces.ts';

/** The other tabs of this browser that show the same server. */
export interface OtherTabs {
  /** Has them look again, as something was changed here. */
  tell(): void;
}

/** Looks again at what is on screen whenever another tab has changed something. */
export function listenToOtherTabs(client: QueryClient): OtherTabs {
  const channel = new BroadcastChannel('shipmate');
  channel.addEventListener('message', () => {
    for (const key of ['workspace', 'approvals', 'grants', 'runs']) void client.invalidateQueries({ queryKey: [key] });
    void client.invalidateQueries({ queryKey: workspacesKey });
  });
  return { tell: () => channel.postMessage('changed') };
}
