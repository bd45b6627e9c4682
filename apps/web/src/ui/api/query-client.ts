import type { AppError } from '@shipmate/core';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { listenToOtherTabs } from './other-tabs.ts';
import { sessionKey } from './session.ts';

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
    mutationCache: new MutationCache({ onError, onSuccess: () => otherTabs.tell() }),
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
