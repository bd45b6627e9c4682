import type { AppError } from '@shipmate/core';
import { useState } from 'react';
import { useConversation, type StoredConversation } from '../api/conversation.ts';
import { loadAnswers } from './lazy-answer.tsx';
import type { ChatRefusal } from './use-conversation-chat.ts';
import { useDraft } from './use-draft.ts';

/** The state of a conversation on this page, and its draft. */
export interface ChatThread {
  readonly conversation: Pick<StoredConversation, 'id' | 'messages' | 'activeRunId' | 'next'>;
  /** Reloads the conversation from the server. */
  readonly reload: () => void;
  readonly reloadError: AppError | null;
  readonly draft: string;
  readonly setDraft: (draft: string) => void;
  /** Why the server refused the last question. */
  readonly refusal: string | undefined;
  /** Reloads the conversation after the server refused a question. */
  readonly refuse: (refusal: ChatRefusal) => void;
  readonly clearRefusal: () => void;
}

interface ChatThreadOptions {
  /** True when the conversation begins with the next message. */
  readonly isNew: boolean;
  /** Id of the workspace or object that owns the draft. */
  readonly draftOf: string;
}

/** The thread of a conversation: loading until its messages are loaded, and again with each reload. */
export function useChatThread(conversationId: string, { isNew, draftOf }: ChatThreadOptions) {
  const [draft, setDraft] = useDraft(draftOf);
  const [refusal, setRefusal] = useState<string>();
  const loading = useConversation(conversationId, { isStored: !isNew, loadCode: loadAnswers });
  const reload = () => void loading.refetch();
  const thread: ChatThread = {
    conversation: loading.data ?? { id: conversationId, messages: [], activeRunId: null, next: null },
    reload,
    reloadError: loading.error,
    draft,
    setDraft,
    refusal,
    refuse: ({ reason, text }) => {
      setRefusal(text === '' ? reason : `${reason} Your message was restored to the box.`);
      if (text !== '') setDraft([text, draft].filter(Boolean).join('\n'));
      reload();
    },
    clearRefusal: () => setRefusal(undefined),
  };
  return { thread, loading };
}
