import type { SessionResponse } from '@shipmate/protocol/web/session';
import { useRef } from 'react';
import { useOwnConversationId } from '../api/conversations.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { useModelChoice } from '../model/use-model-choice.ts';
import { useConversationSeen } from '../notifications/use-run-activity.ts';
import type { ChatThread } from './use-chat-thread.ts';
import { type ChatSubject, useConversationChat } from './use-conversation-chat.ts';

interface LiveChatOptions {
  readonly session: SessionResponse;
  readonly thread: ChatThread;
  readonly subject: ChatSubject;
}

export type LiveChat = ReturnType<typeof useLiveChat>;

/** A live thread for a chat view: its messages, its error, and the box for the next message. */
export function useLiveChat({ session, thread, subject }: LiveChatOptions) {
  const { conversation, reload, reloadError, draft, setDraft, refuse, clearRefusal } = thread;
  const { model } = useModelChoice(session);
  const promptBox = useRef<HTMLTextAreaElement>(null);
  const chat = useConversationChat({
    conversation,
    subject,
    model: model?.id,
    onReload: reload,
    onRefused: refuse,
  });
  const focusBox = () => promptBox.current?.focus();
  useConversationSeen(useOwnConversationId(conversation.id));
  useShortcuts({ writeMessage: focusBox });
  const isStale = reloadError !== null || chat.isConnectionLost;

  /** The pressed button may disappear, so the focus moves to the message box. */
  function ask(begin: () => void) {
    clearRefusal();
    begin();
    focusBox();
  }
  return {
    thread,
    session,
    model,
    promptBox,
    focusBox,
    messages: chat.messages,
    isAnswering: chat.isAnswering,
    error: reloadError ?? chat.error,
    recovery: isStale ? { label: 'Reconnect', begin: reload } : { label: 'Try again', begin: chat.retry },
    stop: chat.stop,
    retry: chat.retry,
    ask: (question: string) => ask(() => chat.send(question)),
    edit: (messageId: string, text: string) => ask(() => chat.edit(messageId, text)),
    proceed: (planId: string) => ask(() => chat.proceed(planId)),
    sendDraft: () => {
      ask(() => chat.send(draft.trim()));
      setDraft('');
    },
  };
}
