import type { AppError } from '@shipmate/core';
import type { PlanView, SessionResponse, WorkspaceResponse } from '@shipmate/protocol';
import { useRef } from 'react';
import type { Conversation as StoredConversation } from '../api/conversation.ts';
import { ConversationIdProvider } from '../approvals/conversation-id.ts';
import { Banner } from '../components/banner.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { DemoNotice } from '../model/demo-notice.tsx';
import { useModelChoice } from '../model/use-model-choice.ts';
import { useConversationSeen } from '../notifications/use-run-activity.ts';
import { usePersonaChoice } from '../persona/use-persona-choice.ts';
import { ActivePlan } from '../plans/active-plan.tsx';
import { PlanHostProvider } from '../plans/plan-host.ts';
import { toChangeDraft } from '../plans/plan-state.ts';
import { Conversation } from './conversation.tsx';
import { FollowUps } from './follow-ups.tsx';
import { PromptBox } from './prompt-box.tsx';
import { useConversationChat, type ChatRefusal } from './use-conversation-chat.ts';

export interface ChatProps {
  readonly session: SessionResponse;
  readonly workspace: WorkspaceResponse;
  readonly conversation: Pick<StoredConversation, 'id' | 'messages' | 'activeRunId'>;
  /** Begins anew with what the server knows. */
  readonly onReload: () => void;
  /** Begins anew too, as a question was not taken. */
  readonly onRefused: (refusal: ChatRefusal) => void;
  /** Why the last question was not taken. */
  readonly refusal: string | undefined;
  /** Called when the next one is asked. */
  readonly onAsk: () => void;
  readonly reloadError: AppError | null;
  readonly draft: string;
  readonly onDraft: (draft: string) => void;
  readonly onOpenFile: (path: string) => void;
}

/** A live conversation: its messages, what went wrong, and the box for the next message. */
export function Chat({
  session,
  workspace,
  conversation,
  onReload,
  onRefused,
  refusal,
  onAsk,
  reloadError,
  draft,
  onDraft,
  onOpenFile,
}: ChatProps) {
  const { model } = useModelChoice(session);
  const { persona } = usePersonaChoice();
  const promptBox = useRef<HTMLTextAreaElement>(null);
  const chat = useConversationChat({
    conversation,
    subject: {
      contextType: 'chart',
      workspaceId: workspace.workspace.id,
      revisionNumber: workspace.workspace.currentRevisionNumber,
      persona,
    },
    model: model?.id,
    onReload,
    onRefused,
  });
  useConversationSeen(conversation.id);
  useShortcuts({ writeMessage: () => promptBox.current?.focus() });

  const error = reloadError ?? chat.error;
  const lastMessage = chat.messages.at(-1);
  const isStale = reloadError !== null || chat.isConnectionLost;

  /** What was pressed to ask may be gone then, so the focus goes where the next message is written. */
  function ask(begin: () => void) {
    onAsk();
    begin();
    promptBox.current?.focus();
  }
  function send() {
    ask(() => chat.send(draft.trim()));
    onDraft('');
  }

  const planHost = {
    workspaceId: workspace.workspace.id,
    conversationId: conversation.id,
    isAnswering: chat.isAnswering,
    proceed: ({ id }: PlanView) => ask(() => chat.proceed(id)),
    change: (plan: PlanView) => {
      onDraft(toChangeDraft(plan, draft));
      promptBox.current?.focus();
    },
  };

  return (
    <ConversationIdProvider value={conversation.id}>
      <PlanHostProvider value={planHost}>
        <DemoNotice session={session} />
        <Conversation
          messages={chat.messages}
          isAnswering={chat.isAnswering}
          onRetry={chat.retry}
          onEdit={(messageId, text) => ask(() => chat.edit(messageId, text))}
          onOpenFile={onOpenFile}
        >
          <ActivePlan />
          {!chat.isAnswering && !error && lastMessage && (
            <FollowUps
              files={workspace.files}
              answer={lastMessage}
              isDemo={model?.isDemo ?? false}
              mayAddTemplates={persona !== 'operator'}
              onAsk={(question) => ask(() => chat.send(question))}
            />
          )}
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
            placeholder="Ask for a change…"
            hasPersona
          />
        </div>
      </PlanHostProvider>
    </ConversationIdProvider>
  );
}
