import { type AllConversationsResponse, allConversationsResponseSchema } from '@shipmate/protocol/web/conversations';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { conversationsKey } from './conversations.ts';
import { inPages, toPageSearch } from './pages.ts';
import { requestJson } from './request.ts';

/** A conversation of the list over all kinds. */
export type ConversationEntry = AllConversationsResponse['conversations'][number];

/** The caller's conversations of all kinds that contain the search words, in pages. */
export function useAllConversations({ words, isArchived }: { readonly words: string; readonly isArchived: boolean }) {
  return useInfiniteQuery({
    queryKey: [...conversationsKey, 'list', 'all', isArchived, words],
    queryFn: ({ pageParam, signal }) =>
      requestJson(`/api/conversations?${toPageSearch(pageParam, { q: words, archived: String(isArchived) })}`, {
        schema: allConversationsResponseSchema,
        signal,
      }),
    ...inPages,
    select: ({ pages }) => pages.flatMap(({ conversations }) => conversations),
    placeholderData: keepPreviousData,
  });
}
