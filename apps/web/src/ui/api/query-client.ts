import type { AppError } from '@shipmate/core';
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
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
  const client: QueryClient = new ServerStateClient({
    queryCache: new QueryCache({ onError: (error, query) => query.queryKey !== sessionKey && onError(error) }),
    mutationCache: new MutationCache({ onError, onSuccess: () => otherTabs.notify() }),
    // A browser that takes itself for offline, as without a network, still reaches a server on its own machine.
    defaultOptions: {
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 5_000,
        retry: (failures, error) => failures < 2 && error.code === 'UNAVAILABLE',
      },
    },
  });
  const otherTabs = listenToOtherTabs(client);
  return client;
}

/**
 * A cache whose `invalidateQueries` also restarts a first load in flight: the library joins it, although it may have
 * read the state before the change.
 */
class ServerStateClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, type: 'active', fetchStatus: 'fetching' })) {
      if (query.state.data === undefined) void query.cancel({ silent: true });
    }
    return super.invalidateQueries(filters, options);
  }
}

/** The other tabs of this browser that show the same server. */
interface OtherTabs {
  /** Makes the other tabs refetch, because this tab changed something. */
  notify(): void;
}

/** First parts of the keys of data that a change in another tab can affect. */
const sharedKeys = [
  'workspace',
  'approvals',
  'grants',
  'runs',
  'inbox',
  'rules',
  'rule-alerts',
  'tables',
  'projects',
] as const;

/** Refetches the queries on screen whenever another tab has changed something. */
function listenToOtherTabs(client: QueryClient): OtherTabs {
  const channel = new BroadcastChannel('shipmate');
  channel.addEventListener('message', () => {
    for (const key of sharedKeys) void client.invalidateQueries({ queryKey: [key] });
    void client.invalidateQueries({ queryKey: workspacesKey });
  });
  return { notify: () => channel.postMessage('changed') };
}
