import type { AppError } from '@shipmate/core';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { listenToOtherTabs } from './other-tabs.ts';
import { sessionKey } from './session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: AppError;
  }
}

/** The cache of server state. A lost session, noticed anywhere, leads to the sign-in page; a change is told to other tabs. */
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
