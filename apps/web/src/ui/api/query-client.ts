import type { AppError } from '@shipmate/core';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { sessionKey } from './session.ts';
import { workspacesKey } from './workspaces.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: AppError;
  }
}

/**
 * Creates the cache of server state. `UNAUTHORIZED` from any request leads to the sign-in page; a mutation notifies the
 * other tabs.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: AppError) => {
    if (error.code === 'UNAUTHORIZED') void client.invalidateQueries({ queryKey: sessionKey });
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => query.queryKey !== sessionKey && onError(error) }),
    mutationCache: new MutationCache({ onError, onSuccess: () => otherTabs.notify() }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => failures < 2 && error.code === 'UNAVAILABLE',
      },
    },
  });
  const otherTabs = listenToOtherTabs(client);
  return client;
}

/** The other tabs of this browser that show the same server. */
interface OtherTabs {
  /** Makes the other tabs refetch, because this tab changed something. */
  notify(): void;
}

/** Refetches the queries on screen whenever another tab has changed something. */
function listenToOtherTabs(client: QueryClient): OtherTabs {
  const channel = new BroadcastChannel('shipmate');
  channel.addEventListener('message', () => {
    for (const key of ['workspace', 'approvals', 'grants', 'runs']) void client.invalidateQueries({ queryKey: [key] });
    void client.invalidateQueries({ queryKey: workspacesKey });
  });
  return { notify: () => channel.postMessage('changed') };
}
