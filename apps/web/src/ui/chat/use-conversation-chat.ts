import { useChat } from '@ai-sdk/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { DefaultChatTransport } from 'ai';
import { useCallback, useEffect, useMemo } from 'react';
import { fetchConversation, type ChatMessage, type Conversation } from '../api/conversation.ts';
import { fetchOk, postCommand } from '../api/request.ts';
import { workspaceKey, workspacesKey } from '../api/workspaces.ts';
import { countToolResults } from './count-tool-results.ts';
import { isConnectionLost, toChatError } from './chat-error.ts';

export interface ConversationChatOptions {
  readonly conversation: Pick<Conversation, 'id' | 'messages' | 'activeRunId'>;
  readonly workspaceId: string;
  readonly revisionNumber: number;
  readonly model: string | undefined;
}

/** A conversation as it goes: sends, follows the answer (also one that began before this page), stops and recovers. */
export function useConversationChat({ conversation, workspaceId, revisionNumber, model }: ConversationChatOptions) {
  const client = useQueryClient();
  const transport = useMemo(
    () =>
      new DefaultChatTransport<ChatMessage>({
        api: '/api/chat',
        fetch: fetchOk,
        prepareSendMessagesRequest: ({ id, messages, trigger }) => ({
          body: { id, messages: messages.slice(-1), model, workspaceId, revisionNumber, trigger },
        }),
      }),
    [model, workspaceId, revisionNumber],
  );
  const refreshWorkspace = useCallback(() => {
    void client.invalidateQueries({ queryKey: workspaceKey(workspaceId) });
    void client.invalidateQueries({ queryKey: workspacesKey });
  }, [client, workspaceId]);

  const chat = useChat<ChatMessage>({
    id: conversation.id,
    messages: conversation.messages,
    transport,
    resume: conversation.activeRunId !== null,
    throttle: 50,
    onFinish: refreshWorkspace,
  });
  const isAnswering = chat.status === 'submitted' || chat.status === 'streaming';

  const toolResults = countToolResults(chat.messages.at(-1));
  useEffect(() => {
    if (isAnswering && toolResults > 0) refreshWorkspace();
  }, [isAnswering, toolResults, refreshWorkspace]);

  const stop = useMutation({
    mutationFn: () => postCommand(`/api/chat/${conversation.id}/stop`),
    onError: () => chat.stop(),
  });
  const reconnect = useMutation({
    mutationFn: () => fetchConversation(conversation.id),
    onSuccess: async ({ messages, activeRunId }) => {
      chat.setMessages(messages);
      chat.clearError();
      refreshWorkspace();
      if (activeRunId !== null) await chat.resumeStream();
    },
  });

  const lastQuestion = chat.messages.findLast(({ role }) => role === 'user');
  return {
    messages: chat.messages,
    isAnswering,
    isSubmitted: chat.status === 'submitted',
    error: reconnect.error ?? (chat.error ? toChatError(chat.error) : null),
    isConnectionLost: chat.error !== undefined && isConnectionLost(chat.error),
    stop,
    reconnect,
    send: (text: string) => void chat.sendMessage({ text }),
    /** Asks the last question once more. */
    retry: () => {
      if (lastQuestion) void chat.sendMessage({ parts: lastQuestion.parts, messageId: lastQuestion.id });
    },
  };
}
