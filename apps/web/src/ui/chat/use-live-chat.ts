import type { SessionResponse } from '@shipmate/protocol/web/session';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useOwnConversationId } from '../api/conversations.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { useModelChoice } from '../model/use-model-choice.ts';
import { useConversationSeen } from '../notifications/use-run-activity.ts';
import { loadAnswers } from './lazy-answer.tsx';
import type { ChatThread } from './use-chat-thread.ts';
import { type ChatSubject, type ClientEvent, type PageContext, useConversationChat } from './use-conversation-chat.ts';
import { useQueue } from './use-queue.ts';

interface LiveChatOptions {
  readonly session: SessionResponse;
  readonly thread: ChatThread;
  readonly subject: ChatSubject;
  /** Returns the page beside the conversation, which the agent receives. */
  readonly readPage?: () => PageContext;
  readonly onClientEvent?: (event: ClientEvent) => void;
}

export type LiveChat = ReturnType<typeof useLiveChat>;

/** A live thread for a chat view: its messages, its error, and the box for the next message. */
export function useLiveChat({ session, thread, subject, readPage, onClientEvent }: LiveChatOptions) {
  const { conversation, reload, reloadError, draft, setDraft, refuse, clearRefusal } = thread;
  const { model } = useModelChoice(session);
  const promptBox = useRef<HTMLTextAreaElement>(null);
  const chat = useConversationChat({
    conversation,
    subject,
    model: model?.id,
    readPage,
    onClientEvent,
    onReload: reload,
    onRefused: refuse,
  });
  const focusBox = () => promptBox.current?.focus();
  const ownId = useOwnConversationId(conversation.id);
  useConversationSeen(ownId);
  useShortcuts({ writeMessage: focusBox });
  const queue = useQueue(conversation.id, ownId);
  const isStale = reloadError !== null || chat.isConnectionLost;

  /** The pressed button may disappear, so the focus moves to the message box. */
  function ask(begin: () => void) {
    clearRefusal();
    void loadAnswers();
    begin();
    focusBox();
  }

  function sendQueued() {
    const [next] = queue.messages;
    if (next === undefined || chat.isAnswering) return;
    queue.remove(0);
    clearRefusal();
    chat.send(next);
  }
  const sendNext = useEffectEvent(sendQueued);
  useEffect(() => {
    if (chat.completedAnswers > 0) sendNext();
  }, [chat.completedAnswers]);

  return {
    thread,
    session,
    model,
    promptBox,
    focusBox,
    messages: chat.messages,
    earlier: { load: chat.loadEarlier, isLoading: chat.isLoadingEarlier, error: chat.earlierError },
    isAnswering: chat.isAnswering,
    error: reloadError ?? chat.error,
    recovery: isStale ? { label: 'Reconnect', begin: reload } : { label: 'Try again', begin: chat.retry },
    stop: chat.stop,
    retry: chat.retry,
    ask: (question: string) => ask(() => chat.send(question)),
    edit: (messageId: string, text: string) => ask(() => chat.edit(messageId, text)),
    proceed: (planId: string) => ask(() => chat.proceed(planId)),
    queue: {
      ...queue,
      /** Moves a message back to the message box, before its draft. */
      edit: (position: number) => {
        setDraft([queue.messages[position], draft].filter(Boolean).join('\n'));
        queue.remove(position);
        focusBox();
      },
      remove: (position: number) => {
        queue.remove(position);
        focusBox();
      },
      send: () => ask(sendQueued),
    },
    queueDraft: () => {
      queue.add(draft.trim());
      setDraft('');
      focusBox();
    },
    sendDraft: () => {
      ask(() => chat.send(draft.trim()));
      setDraft('');
    },
  };
}
