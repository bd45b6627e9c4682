import type { AppError } from '@shipmate/core';
import {
  type InboxDecisionRequest,
  type InboxItemView,
  type InboxResponse,
  inboxResponseSchema,
} from '@shipmate/protocol/web/inbox';
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { inPages, toPageSearch } from './pages.ts';
import { fetchOk, requestJson } from './request.ts';

/** Query key of the items that wait for the person. */
export const inboxKey = ['inbox'] as const;

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

/** The loaded items that wait for the person. */
export function useInboxItems(): readonly InboxItemView[] {
  return useInbox().data?.pages.flatMap(({ items }) => items) ?? [];
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
    mutationFn: async ({ items, decision }: InboxDecisions): Promise<readonly FailedDecision[]> => {
      const decided = await Promise.all(items.map((item) => decide(item, decision)));
      return decided.flatMap((failure) => failure ?? []);
    },
    onMutate: async ({ items }) => {
      await client.cancelQueries({ queryKey: inboxKey });
      const left = new Set(items.map(toItemKey));
      client.setQueryData<InfiniteData<InboxResponse>>(inboxKey, (data) => data && withoutItems(data, left));
    },
    onSettled: () => client.invalidateQueries(),
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
