import { useChat } from '@ai-sdk/react';
import { AppError } from '@shipmate/core';
import { conversationHeader } from '@shipmate/protocol';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { DefaultChatTransport } from 'ai';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { ChatMessage, Conversation } from '../api/conversation.ts';
import { fetchOk, postCommand } from '../api/request.ts';
import { conversationsKey, toOwnIdKey } from '../api/conversations.ts';
import { workspaceKey, workspacesKey } from '../api/workspaces.ts';
import type { Persona } from '../persona/use-persona-choice.ts';
import { keepConversation } from '../history/conversation-address.ts';
import { runsKey } from '../runs/runs-query.ts';
import { countToolResults } from './count-tool-results.ts';
import { connectionLost, isConnectionLost, toChatError } from './chat-error.ts';

/** What a conversation is about, as the server is told with every message. */
export type ChatSubject =
  | {
      readonly contextType: 'chart';
      readonly workspaceId: string;
      readonly revisionNumber: number;
      readonly persona: Persona;
    }
  | { readonly contextType: 'cluster' };

export interface ConversationChatOptions {
  readonly conversation: Pick<Conversation, 'id' | 'messages' | 'activeRunId'>;
  readonly subject: ChatSubject;
  readonly model: string | undefined;
  /** Called when the answer to follow has ended meanwhile, so that it is to be read from the conversation. */
  readonly onReload: () => void;
  /** Called when a question was not taken as the conversation is not what this page has; it is to be read again. */
  readonly onRefused: (refusal: ChatRefusal) => void;
}

/** A question that was not taken because of what happened elsewhere meanwhile. */
export interface ChatRefusal {
  readonly reason: string;
  /** What the person wrote, where it is theirs to send again. */
  readonly text: string;
}

/** A conversation as it goes: sends, follows the answer (also one that began before this page), and stops. */
export function useConversationChat(options: ConversationChatOptions) {
  const { conversation, subject, model, onReload, onRefused } = options;
  const workspaceId = subject.contextType === 'chart' ? subject.workspaceId : undefined;
  const client = useQueryClient();
  const [isBrokenOff, setBrokenOff] = useState(false);
  const refreshWorkspace = useCallback(() => {
    if (workspaceId === undefined) return;
    void client.invalidateQueries({ queryKey: workspaceKey(workspaceId) });
    void client.invalidateQueries({ queryKey: workspacesKey });
  }, [client, workspaceId]);

  const transport = new DefaultChatTransport<ChatMessage>({
    api: '/api/chat',
    fetch: async (input, init) => {
      const response = await fetchOk(input, init).catch((thrown: unknown) => {
        if (init?.method === 'GET') setBrokenOff(true);
        throw thrown;
      });
      const ownId = response.headers.get(conversationHeader);
      if (ownId !== null) client.setQueryData(toOwnIdKey(conversation.id), ownId);
      if (response.status === 204) {
        refreshWorkspace();
        onReload();
      }
      return response;
    },
    prepareSendMessagesRequest: ({ id, messages, trigger }) => ({
      body: {
        id,
        messages: messages.slice(-1),
        model,
        trigger,
        ...subject,
        planId: messages.at(-1)?.metadata?.planId,
      },
    }),
  });
  const chat = useChat<ChatMessage>({
    id: conversation.id,
    messages: conversation.messages,
    generateId: uuidv7,
    transport,
    resume: conversation.activeRunId !== null,
    throttle: 50,
    onFinish: ({ message, finishReason, isAbort, isError }) => {
      refreshWorkspace();
      void client.invalidateQueries({ queryKey: conversationsKey });
      // A proxy whose server died ends the stream as if it were complete.
      const hasEnded = finishReason !== undefined || message.metadata?.cutShort !== undefined;
      setBrokenOff(!hasEnded && !isAbort && !isError);
    },
  });
  const isAnswering = chat.status === 'submitted' || chat.status === 'streaming';

  // What was asked is no part of the conversation then; what is may be followed.
  const refusal = AppError.isInstance(chat.error) && chat.error.code === 'CONFLICT' ? chat.error : undefined;
  const handOver = useEffectEvent(({ message }: AppError) => {
    refreshWorkspace();
    onRefused({ reason: message, text: toUnsentText(chat.messages.at(-1), conversation.messages) });
  });
  useEffect(() => {
    if (refusal) handOver(refusal);
  }, [refusal]);

  useEffect(() => {
    void client.invalidateQueries({ queryKey: runsKey });
  }, [isAnswering, client]);

  const toolResults = countToolResults(chat.messages.at(-1));
  useEffect(() => {
    if (isAnswering && toolResults > 0) refreshWorkspace();
  }, [isAnswering, toolResults, refreshWorkspace]);

  const stop = useMutation({
    mutationFn: () => postCommand(`/api/chat/${conversation.id}/stop`),
    onError: () => chat.stop(),
  });

  function begin() {
    setBrokenOff(false);
    stop.reset();
    keepConversation();
  }
  const last = chat.messages.at(-1);
  const error = last?.metadata?.cutShort === undefined && !refusal ? chat.error : undefined;
  return {
    messages: chat.messages,
    isAnswering,
    /** What went wrong, unless the last message tells it itself. */
    error: isBrokenOff ? connectionLost() : error && toChatError(error),
    isConnectionLost: isBrokenOff || (error !== undefined && isConnectionLost(error)),
    stop,
    send: (text: string) => {
      begin();
      void chat.sendMessage({ text });
    },
    /** Has a plan applied. */
    proceed: (planId: string) => {
      begin();
      void chat.sendMessage({ text: 'Proceed with the plan.', metadata: { planId } });
    },
    /** Has another question answered in place of an earlier one; what followed that one is gone from the conversation. */
    edit: (messageId: string, text: string) => {
      begin();
      chat.setMessages((messages) =>
        messages.slice(
          0,
          messages.findIndex(({ id }) => id === messageId),
        ),
      );
      void chat.sendMessage({ text, metadata: { replaces: messageId } });
    },
    /** Has the last question answered again; sends it again when it has had no answer, so that it may not have arrived. */
    retry: () => {
      begin();
      if (last?.role === 'user') {
        const { id: messageId, parts, metadata } = last;
        void chat.sendMessage({ parts, messageId, ...(metadata && { metadata }) });
      } else void chat.regenerate();
    },
  };
}

/** What a person wrote in a message that the server does not know; empty when it was made by a press on a button. */
function toUnsentText(message: ChatMessage | undefined, stored: readonly ChatMessage[]): string {
  if (message?.role !== 'user' || message.metadata?.planId !== undefined) return '';
  if (stored.some(({ id }) => id === message.id)) return '';
  return message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
