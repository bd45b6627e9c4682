import type { AppError } from '@shipmate/core';
import {
  type InboxDecisionRequest,
  type InboxItemView,
  type InboxResponse,
  inboxResponseSchema,
} from '@shipmate/protocol/web/inbox';
import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { inPages, toPageSearch } from './pages.ts';
import { fetchOk, requestJson } from './request.ts';

/** Query key of the items that wait for the person. */
export const inboxKey = ['inbox'] as const;

const decideKey = ['decide inbox items'] as const;

const pollMs = 5_000;

/** The items that wait for the person, newest first, in pages; polls, also while the page is hidden. */
export function useInbox() {
  return useInfiniteQuery({
    queryKey: inboxKey,
    queryFn: ({ pageParam, signal }) =>
      requestJson(`/api/inbox?${toPageSearch(pageParam)}`, { schema: inboxResponseSchema, signal }),
    ...inPages,
    refetchInterval: pollMs,
    refetchIntervalInBackground: true,
  });
}

/** The loaded items that wait for the person, without those whose decision is being sent. */
export function useInboxItems(): readonly InboxItemView[] {
  const items = useInbox().data?.pages.flatMap((page) => page.items) ?? [];
  const sent = useMutationState({
    filters: { mutationKey: decideKey, status: 'pending' },
    select: ({ state }) => (state.variables as InboxDecisions).items.map(toItemKey),
  });
  const left = new Set(sent.flat());
  return left.size === 0 ? items : items.filter((item) => !left.has(toItemKey(item)));
}

/** One decision about several items. */
interface InboxDecisions {
  readonly items: readonly InboxItemView[];
  readonly decision: InboxDecisionRequest['decision'];
}

/** A decision that failed. */
export interface FailedDecision {
  readonly item: InboxItemView;
  readonly error: AppError;
}

/** Decides items; they leave the list at once, and return if their decision fails. Resolves with the failures. */
export function useDecideInboxItems() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: decideKey,
    mutationFn: async ({ items, decision }: InboxDecisions): Promise<readonly FailedDecision[]> => {
      const decided = await Promise.all(items.map((item) => decide(item, decision)));
      return decided.flatMap((failure) => failure ?? []);
    },
    onSuccess: async (failures, { items }) => {
      // A list that is being read may have been read before the decisions.
      await client.cancelQueries({ queryKey: inboxKey });
      const failed = new Set(failures.map(({ item }) => item));
      const decided = new Set(items.filter((item) => !failed.has(item)).map(toItemKey));
      client.setQueryData<InfiniteData<InboxResponse>>(inboxKey, (data) => data && withoutItems(data, decided));
      await client.invalidateQueries();
    },
  });
}

/** Returns an identifier of an item among those of all kinds. */
export function toItemKey({ kind, id }: Pick<InboxItemView, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

function withoutItems(data: InfiniteData<InboxResponse>, left: ReadonlySet<string>): InfiniteData<InboxResponse> {
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.filter((item) => !left.has(toItemKey(item))),
  }));
  return { ...data, pages };
}

async function decide(
  item: InboxItemView,
  decision: InboxDecisionRequest['decision'],
): Promise<FailedDecision | undefined> {
  const body: InboxDecisionRequest = { decision, version: item.version };
  try {
    await fetchOk(`/api/inbox/${item.kind}/${encodeURIComponent(item.id)}/decision`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return undefined;
  } catch (error) {
    return { item, error: error as AppError };
  }
}
