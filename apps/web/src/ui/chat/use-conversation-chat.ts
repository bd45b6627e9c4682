import { useChat } from '@ai-sdk/react';
import { AppError } from '@shipmate/core';
import { conversationHeader } from '@shipmate/protocol/http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { DefaultChatTransport, isToolUIPart } from 'ai';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { type ChatMessage, requestMessages, type StoredConversation } from '../api/conversation.ts';
import { conversationsKey, toOwnIdKey } from '../api/conversations.ts';
import { fetchOk, postCommand } from '../api/request.ts';
import { runsKey } from '../api/runs-query.ts';
import { workspaceKey } from '../api/workspace.ts';
import { workspacesKey } from '../api/workspaces.ts';
import type { Persona } from '../persona/use-persona-choice.ts';
import { useKeepConversation } from '../router/conversation-address.ts';

/** The subject of a conversation, which is sent to the server with every message. */
export type ChatSubject =
  | {
      readonly contextType: 'chart';
      readonly workspaceId: string;
      readonly revisionNumber: number;
      readonly persona: Persona;
    }
  | { readonly contextType: 'cluster' | 'workflow' | 'tables' | 'repository' | 'diagram' | 'plain' };

/** What a page shows, as the agent receives it: its address, title, and the ids and filters in the address. */
export type PageContext = Readonly<Record<string, string>>;

/** An event that a tool of an answer sends to the page. */
export interface ClientEvent {
  readonly type: string;
  readonly data: unknown;
  /** Differs from answer to answer. */
  readonly answer: number;
}

interface ConversationChatOptions {
  readonly conversation: Pick<StoredConversation, 'id' | 'messages' | 'activeRunId' | 'next'>;
  readonly subject: ChatSubject;
  readonly model: string | undefined;
  /** Returns the page beside the conversation, which the agent receives. */
  readonly readPage?: (() => PageContext) | undefined;
  readonly onClientEvent?: ((event: ClientEvent) => void) | undefined;
  /** Called when the answer to follow has already ended, so that it must be read from the conversation. */
  readonly onReload: () => void;
  /**
   * Called when the server refused a question because the conversation has changed; the conversation must be reloaded.
   */
  readonly onRefused: (refusal: ChatRefusal) => void;
}

/** A question that the server refused because the conversation was changed elsewhere. */
export interface ChatRefusal {
  readonly reason: string;
  /** The person's text, when it can be sent again. */
  readonly text: string;
}

/** A live conversation: sends messages, follows the answer (also one that began before this page), and stops it. */
export function useConversationChat(options: ConversationChatOptions) {
  const { conversation, subject, model, readPage, onClientEvent, onReload, onRefused } = options;
  const answer = useRef(0);
  const workspaceId = subject.contextType === 'chart' ? subject.workspaceId : undefined;
  const client = useQueryClient();
  const keepConversation = useKeepConversation();
  const [isBrokenOff, setBrokenOff] = useState(false);
  const [completedAnswers, setCompletedAnswers] = useState(0);
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
        page: readPage?.(),
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
    onData: ({ type, data }) => onClientEvent?.({ type: type.replace(/^data-/, ''), data, answer: answer.current }),
    onFinish: ({ message, finishReason, isAbort, isError }) => {
      refreshWorkspace();
      void client.invalidateQueries({ queryKey: conversationsKey });
      // A proxy ends the stream as if it were complete when its server dies.
      const hasEnded = finishReason !== undefined || message.metadata?.cutShort !== undefined;
      setBrokenOff(!hasEnded && !isAbort && !isError);
      const isComplete = hasEnded && !isAbort && !isError && message.metadata?.cutShort === undefined;
      if (isComplete) setCompletedAnswers((count) => count + 1);
    },
  });
  const isAnswering = chat.status === 'submitted' || chat.status === 'streaming';

  // The server did not store the refused question; another run may be in progress and can be followed.
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

  const [earlier, setEarlier] = useState(conversation.next);
  const loadEarlier = useMutation({
    mutationFn: (before: string) => requestMessages(conversation.id, { before }),
    onSuccess: ({ messages, next }) => {
      chat.setMessages((shown) => [...messages, ...shown]);
      setEarlier(next);
    },
  });

  const stop = useMutation({
    mutationFn: () => postCommand(`/api/chat/${conversation.id}/stop`),
    onError: () => chat.stop(),
  });

  function begin() {
    answer.current += 1;
    setBrokenOff(false);
    stop.reset();
    keepConversation();
  }
  const last = chat.messages.at(-1);
  const error = last?.metadata?.cutShort === undefined && !refusal ? chat.error : undefined;
  return {
    messages: chat.messages,
    isAnswering,
    /** The number of answers that were completed on this page; stopped and failed ones do not count. */
    completedAnswers,
    /** The error of the answer, unless the last message shows it. */
    error: isBrokenOff ? connectionLost() : error && toChatError(error),
    isConnectionLost: isBrokenOff || (error !== undefined && isConnectionLost(error)),
    stop,
    /** Loads older messages; undefined when all are shown. */
    loadEarlier: earlier === null ? undefined : () => loadEarlier.mutate(earlier),
    isLoadingEarlier: loadEarlier.isPending,
    earlierError: loadEarlier.error,
    send: (text: string) => {
      begin();
      void chat.sendMessage({ text });
    },
    /** Applies a plan. */
    proceed: (planId: string) => {
      begin();
      void chat.sendMessage({ text: 'Proceed with the plan.', metadata: { planId } });
    },
    /** Replaces an earlier question; the messages after it are removed from the conversation. */
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
    /**
     * Regenerates the last answer; sends the question again when it has no answer, as it may not have reached the
     * server.
     */
    retry: () => {
      begin();
      if (last?.role === 'user') {
        const { id: messageId, parts, metadata } = last;
        void chat.sendMessage({ parts, messageId, ...(metadata && { metadata }) });
      } else void chat.regenerate();
    },
  };
}

/** Returns the person's text of a message that the server does not have; empty when a button created the message. */
function toUnsentText(message: ChatMessage | undefined, stored: readonly ChatMessage[]): string {
  if (message?.role !== 'user' || message.metadata?.planId !== undefined) return '';
  if (stored.some(({ id }) => id === message.id)) return '';
  return message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/**
 * Converts the failure of an answer: a refusal of the server, a lost connection, or an error that the stream reported.
 */
function toChatError(error: Error): AppError {
  if (AppError.isInstance(error)) return error;
  return isConnectionLost(error)
    ? connectionLost(error)
    : new AppError({ code: 'INTERNAL_ERROR', message: error.message, cause: error });
}

/**
 * Returns true when the connection was lost during an answer, so that the server may have more of it than this page.
 */
function isConnectionLost(error: Error): boolean {
  return error instanceof TypeError;
}

/** Returns the error of an answer whose connection was lost. */
function connectionLost(cause?: Error): AppError {
  return new AppError({
    code: 'UNAVAILABLE',
    message: 'The connection was lost; the answer may continue on the server.',
    cause,
  });
}

/** Returns the number of tool calls of a message that have a result. */
export function countToolResults(message: ChatMessage | undefined): number {
  const parts = message?.parts ?? [];
  return parts.filter((part) => isToolUIPart(part) && part.state.startsWith('output-')).length;
}
