import type { UiMessageMetadata } from '@shipmate/protocol/web/ui-message-metadata';
import { useQuery } from '@tanstack/react-query';
import type { UIMessage } from 'ai';
import { z } from 'zod';
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
});
export type StoredConversation = z.infer<typeof conversationSchema>;

/**
 * The stored messages of a conversation, and the run that is still answering, if any. Loaded once per visit; afterwards
 * the chat's own messages are newer, until a refetch.
 */
export function useConversation(conversationId: string, { isStored }: { isStored: boolean }) {
  return useQuery({
    queryKey: ['conversation', conversationId],
    queryFn: ({ signal }) =>
      requestJson(`/api/conversations/${conversationId}/messages`, { schema: conversationSchema, signal }),
    enabled: isStored,
    staleTime: Infinity,
    gcTime: 0,
  });
}
