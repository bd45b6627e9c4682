import type { AppError } from '@shipmate/core';
import type { SessionResponse } from '@shipmate/protocol';
import { useRef } from 'react';
import type { Conversation as StoredConversation } from '../../api/conversation.ts';
import { ConversationIdProvider } from '../../approvals/conversation-id.ts';
import { Conversation } from '../../chat/conversation.tsx';
import { PromptBox } from '../../chat/prompt-box.tsx';
import { type ChatRefusal, useConversationChat } from '../../chat/use-conversation-chat.ts';
import { Banner } from '../../components/banner.tsx';
import { ErrorBanner } from '../../components/error-banner.tsx';
import { useShortcuts } from '../../keyboard/use-shortcuts.ts';
import { DemoNotice } from '../../model/demo-notice.tsx';
import { useModelChoice } from '../../model/use-model-choice.ts';
import { useConversationSeen } from '../../notifications/use-run-activity.ts';

export interface ClusterChatProps {
  readonly session: SessionResponse;
  readonly conversation: Pick<StoredConversation, 'id' | 'messages' | 'activeRunId'>;
  /** Begins anew with what the server knows. */
  readonly onReload: () => void;
  /** Begins anew too, as a question was not taken. */
  readonly onRefused: (refusal: ChatRefusal) => void;
  /** Why the last question was not taken. */
  readonly refusal: string | undefined;
  readonly reloadError: AppError | null;
  readonly draft: string;
  readonly onDraft: (draft: string) => void;
}

const subject = { contextType: 'cluster' } as const;
/** Answers about clusters name no files of a workspace. */
const openNothing = () => undefined;

/** A live conversation about a cluster. */
export function ClusterChat(props: ClusterChatProps) {
  const { session, conversation, onReload, onRefused, refusal, reloadError, draft, onDraft } = props;
  const { model } = useModelChoice(session);
  const promptBox = useRef<HTMLTextAreaElement>(null);
  const chat = useConversationChat({ conversation, subject, model: model?.id, onReload, onRefused });
  useConversationSeen(conversation.id);
  useShortcuts({ writeMessage: () => promptBox.current?.focus() });
  const error = reloadError ?? chat.error;
  const isStale = reloadError !== null || chat.isConnectionLost;

  function send() {
    chat.send(draft.trim());
    onDraft('');
  }
  return (
    <ConversationIdProvider value={conversation.id}>
      <DemoNotice session={session} />
      <Conversation
        messages={chat.messages}
        isAnswering={chat.isAnswering}
        onRetry={chat.retry}
        onEdit={chat.edit}
        onOpenFile={openNothing}
      >
        {error && (
          <ErrorBanner
            error={error}
            onRetry={isStale ? onReload : chat.retry}
            retryLabel={isStale ? 'Reconnect' : 'Try again'}
          />
        )}
        {refusal !== undefined && (
          <Banner tone="error" className="mt-3">
            {refusal}
          </Banner>
        )}
        {chat.stop.error && <ErrorBanner error={chat.stop.error} onDismiss={() => chat.stop.reset()} />}
      </Conversation>
      <div className="px-3 pb-3">
        <PromptBox
          ref={promptBox}
          session={session}
          value={draft}
          onChange={onDraft}
          onSubmit={send}
          onStop={chat.isAnswering ? () => chat.stop.mutate() : undefined}
          isStopping={chat.stop.isPending}
          placeholder="Ask further about the cluster…"
        />
      </div>
    </ConversationIdProvider>
  );
}
