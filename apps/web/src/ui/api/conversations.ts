import {
  conversationDetailSchema,
  conversationListResponseSchema,
  type ConversationDetail,
  type ConversationExportQuery,
  type ChangeConversationRequest,
} from '@shipmate/protocol/web/conversations';
import type { AppError } from '@shipmate/core';
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type Query,
} from '@tanstack/react-query';
import { inPages, toPageSearch } from './pages.ts';
import { deleteResource, requestJson } from './request.ts';
import { workspaceKey } from './workspace.ts';

/** Query key of conversation lists and details, without messages. */
export const conversationsKey = ['conversations'] as const;

/**
 * The caller's conversations of a workspace that contain the search words, in pages; shows the previous result while the next one
 * loads.
 */
export function useConversations(workspaceId: string, words: string) {
  return useInfiniteQuery({
    queryKey: [...conversationsKey, 'list', workspaceId, words],
    queryFn: ({ pageParam, signal }) =>
      requestJson(`/api/workspaces/${workspaceId}/conversations?${toPageSearch(pageParam, { q: words })}`, {
        schema: conversationListResponseSchema,
        signal,
      }),
    ...inPages,
    select: ({ pages }) => pages.flatMap(({ conversations }) => conversations),
    placeholderData: keepPreviousData,
  });
}

/**
 * The title of a conversation and its cost. Polls for a while when its title or follow-ups are still being generated.
 */
export function useConversationDetail(conversationId: string, { isStored }: { isStored: boolean }) {
  return useQuery({
    queryKey: [...conversationsKey, 'detail', conversationId],
    queryFn: ({ signal }) =>
      requestJson(`/api/conversations/${conversationId}`, { schema: conversationDetailSchema, signal }),
    enabled: isStored,
    refetchInterval: pollInterval,
  });
}

/**
 * Returns the server's id of a conversation that this page gave an id of its own; returns the id itself when the server
 * assigned it.
 */
export function useOwnConversationId(conversationId: string): string {
  const ownId = useQuery<string>({ queryKey: toOwnIdKey(conversationId), enabled: false });
  const detail = useConversationDetail(conversationId, { isStored: false });
  return ownId.data ?? detail.data?.id ?? conversationId;
}

/** Query key under which the answer's header stores the id for {@link useOwnConversationId}. */
export function toOwnIdKey(conversationId: string): readonly string[] {
  return ['conversation id', conversationId];
}

/** A change of a conversation; `workspaceId` is null for a conversation without a workspace. */
interface ConversationChange extends ChangeConversationRequest {
  readonly id: string;
  readonly workspaceId: string | null;
}

/** Renames, archives or restores a conversation. */
export function useChangeConversation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, title, isArchived }: ConversationChange) =>
      requestJson(`/api/conversations/${id}`, {
        schema: conversationDetailSchema,
        method: 'PATCH',
        body: { title, isArchived },
      }),
    onSuccess: async (_, { workspaceId }) => {
      await client.invalidateQueries({ queryKey: conversationsKey });
      if (workspaceId !== null) void client.invalidateQueries({ queryKey: workspaceKey(workspaceId) });
    },
  });
}

/** Deletes a conversation; fails with `CONFLICT` while a run is answering it. */
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

/** Returns the download path of a conversation. */
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
