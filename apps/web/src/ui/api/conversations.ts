import {
  conversationDetailSchema,
  conversationListResponseSchema,
  type ConversationDetail,
  type ConversationExportQuery,
  type RenameConversationRequest,
} from '@shipmate/protocol';
import type { AppError } from '@shipmate/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient, type Query } from '@tanstack/react-query';
import { deleteResource, requestJson } from './request.ts';
import { workspaceKey } from './workspaces.ts';

/** What is known of conversations beside their messages. */
export const conversationsKey = ['conversations'] as const;

/** The caller's conversations of a workspace in which the words are; what was found before is shown until then. */
export function useConversations(workspaceId: string, words: string) {
  return useQuery({
    queryKey: [...conversationsKey, 'list', workspaceId, words],
    queryFn: ({ signal }) =>
      requestJson(`/api/workspaces/${workspaceId}/conversations?${new URLSearchParams({ q: words })}`, {
        schema: conversationListResponseSchema,
        signal,
      }),
    select: ({ conversations }) => conversations,
    placeholderData: keepPreviousData,
  });
}

/** The title of a conversation and what was spent on it. Asks again for a while when its title or follow-ups are still being written. */
export function useConversationDetail(conversationId: string, { isStored }: { isStored: boolean }) {
  return useQuery({
    queryKey: [...conversationsKey, 'detail', conversationId],
    queryFn: ({ signal }) =>
      requestJson(`/api/conversations/${conversationId}`, { schema: conversationDetailSchema, signal }),
    enabled: isStored,
    refetchInterval: pollInterval,
  });
}

/** Our id of a conversation that this page gave an id of its own; the same id where that is ours. */
export function useOwnConversationId(conversationId: string): string {
  const told = useQuery<string>({ queryKey: toOwnIdKey(conversationId), enabled: false });
  const detail = useConversationDetail(conversationId, { isStored: false });
  return told.data ?? detail.data?.id ?? conversationId;
}

/** Where the answer's header puts it for {@link useOwnConversationId}. */
export function toOwnIdKey(conversationId: string): readonly string[] {
  return ['conversation id', conversationId];
}

/** Gives a conversation another title. */
export function useRenameConversation(workspaceId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: RenameConversationRequest & { readonly id: string }) =>
      requestJson(`/api/conversations/${id}`, { schema: conversationDetailSchema, method: 'PATCH', body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: conversationsKey });
      void client.invalidateQueries({ queryKey: workspaceKey(workspaceId) });
    },
  });
}

/** Deletes a conversation; fails with `CONFLICT` while it is being answered. */
export function useDeleteConversation(workspaceId: string, onDeleted: (conversationId: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (conversationId: string) => deleteResource(`/api/conversations/${conversationId}`),
    onSuccess: async (_, conversationId) => {
      onDeleted(conversationId);
      client.removeQueries({ queryKey: [...conversationsKey, 'detail', conversationId] });
      await client.invalidateQueries({ queryKey: [...conversationsKey, 'list'] });
      void client.invalidateQueries({ queryKey: workspaceKey(workspaceId) });
    },
  });
}

/** Where a conversation is downloaded. */
export function toConversationExportPath(
  conversationId: string,
  format: NonNullable<ConversationExportQuery['format']>,
): string {
  return `/api/conversations/${conversationId}/export?format=${format}`;
}

const followUpPollMs = 2_000;
const titlePollMs = 3_000;
const titlePollLimit = 40;

function pollInterval({ state }: Query<ConversationDetail, AppError>): number | false {
  if (state.data?.followUps?.questions === null) return followUpPollMs;
  const isUntitled = state.data?.title === null;
  return isUntitled && state.dataUpdateCount < titlePollLimit ? titlePollMs : false;
}
