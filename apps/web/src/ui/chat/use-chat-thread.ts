import type { AppError } from '@shipmate/core';
import { useState } from 'react';
import { useConversation, type Conversation } from '../api/conversation.ts';
import type { ChatRefusal } from './use-conversation-chat.ts';
import { useDraft } from './use-draft.ts';

/** A conversation as this page has it, and what is being written in it. */
export interface ChatThread {
  readonly conversation: Pick<Conversation, 'id' | 'messages' | 'activeRunId'>;
  /** Begins anew with what the server knows. */
  readonly reload: () => void;
  readonly reloadError: AppError | null;
  readonly draft: string;
  readonly setDraft: (draft: string) => void;
  /** Why the last question was not taken. */
  readonly refusal: string | undefined;
  /** Begins anew too, as a question was not taken. */
  readonly refuse: (refusal: ChatRefusal) => void;
  readonly clearRefusal: () => void;
}

export interface ChatThreadOptions {
  /** Whether it begins with the next message. */
  readonly isNew: boolean;
  /** What the draft belongs to. */
  readonly draftOf: string;
}

/** The thread of a conversation; its loading says when it is there, and anew with each time that it is loaded. */
export function useChatThread(conversationId: string, { isNew, draftOf }: ChatThreadOptions) {
  const [draft, setDraft] = useDraft(draftOf);
  const [refusal, setRefusal] = useState<string>();
  const loading = useConversation(conversationId, { isStored: !isNew });
  const reload = () => void loading.refetch();
  const thread: ChatThread = {
    conversation: loading.data ?? { id: conversationId, messages: [], activeRunId: null },
    reload,
    reloadError: loading.error,
    draft,
    setDraft,
    refusal,
    refuse: ({ reason, text }) => {
      setRefusal(text === '' ? reason : `${reason} Your message is in the box again.`);
      if (text !== '') setDraft([text, draft].filter(Boolean).join('\n'));
      reload();
    },
    clearRefusal: () => setRefusal(undefined),
  };
  return { thread, loading };
}
