import type { UiMessageMetadata } from '@shipmate/protocol/web/ui-message-metadata';
import { useQuery } from '@tanstack/react-query';
import type { UIMessage } from 'ai';
import { z } from 'zod';
import { toPageSearch } from './pages.ts';
import { requestJson } from './request.ts';

/** A message of a conversation, with its cost and finish reason when the server knows them. */
export type ChatMessage = UIMessage<UiMessageMetadata | undefined>;

const messageShape = z.looseObject({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  parts: z.array(z.looseObject({ type: z.string() })),
});

const conversationSchema = z.object({
  id: z.string(),
  title: z.string().nullable(),
  messages: z.array(z.custom<ChatMessage>((value) => messageShape.safeParse(value).success)),
  activeRunId: z.string().nullable(),
  next: z.string().nullable(),
});
export type StoredConversation = z.infer<typeof conversationSchema>;

/** Requests the messages of a conversation, the newest or those before a place. */
export function requestMessages(
  conversationId: string,
  { before, signal }: { readonly before: string | null; readonly signal?: AbortSignal },
): Promise<StoredConversation> {
  const path = `/api/conversations/${conversationId}/messages?${toPageSearch(before)}`;
  return requestJson(path, { schema: conversationSchema, ...(signal && { signal }) });
}

interface ConversationOptions {
  readonly isStored: boolean;
  /** Loads the code that renders messages, so that the page changes once, when messages and code are loaded. */
  readonly loadCode: () => Promise<void>;
}

/**
 * The newest stored messages of a conversation, and the run that is still answering, if any. Loaded once per visit; afterwards
 * the chat's own messages are newer, until a refetch.
 */
export function useConversation(conversationId: string, { isStored, loadCode }: ConversationOptions) {
  return useQuery({
    queryKey: ['conversation', conversationId],
    queryFn: async ({ signal }) => {
      const [conversation] = await Promise.all([requestMessages(conversationId, { before: null, signal }), loadCode()]);
      return conversation;
    },
    enabled: isStored,
    staleTime: Infinity,
    gcTime: 0,
  });
}
