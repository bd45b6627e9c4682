import type { PlanView } from '@shipmate/protocol/web/plans';
import type { SessionResponse } from '@shipmate/protocol/web/session';
import type { WorkspaceOutline } from '@shipmate/protocol/web/workspace';
import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { useConversationDetail, useOwnConversationId } from '../api/conversations.ts';
import { usePlans } from '../api/plans.ts';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { Spinner } from '../components/spinner.tsx';
import { BranchNote } from '../history/branch-note.tsx';
import { usePersonaChoice } from '../persona/use-persona-choice.ts';
import { PlanActionList } from '../plans/plan-action-list.tsx';
import { PlanHostProvider, usePlanHost } from '../plans/plan-host.ts';
import { describePlanState, toChangeDraft } from '../plans/plan-state.ts';
import { useAddressedConversation, useConversationNavigation } from '../router/conversation-address.ts';
import { ChatView } from './chat-view.tsx';
import { ConversationBar } from './conversation-bar.tsx';
import { FollowUps } from './follow-ups.tsx';
import { type ChatThread, useChatThread } from './use-chat-thread.ts';
import { useLiveChat } from './use-live-chat.ts';

interface ChatSectionProps {
  readonly session: SessionResponse;
  readonly workspace: WorkspaceOutline;
  readonly onOpenFile: (path: string) => void;
}

/** The conversation in the address, else the most recent one, else a new one. */
export function ChatSection({ session, workspace, onOpenFile }: ChatSectionProps) {
  const addressed = useAddressedConversation();
  const latestId = workspace.conversation?.id;
  const [usual] = useState(() => ({ id: latestId ?? uuidv7(), isNew: latestId === undefined }));
  const { id, isNew } = addressed ?? usual;
  const ownId = useOwnConversationId(id);
  const detail = useConversationDetail(id, { isStored: !isNew || ownId === latestId });
  return (
    <>
      <ConversationBar workspaceId={workspace.workspace.id} conversationId={ownId} detail={detail.data} />
      <BranchNote detail={detail.data} />
      <ChatPane
        key={id}
        session={session}
        workspace={workspace}
        conversationId={id}
        isNew={isNew}
        onOpenFile={onOpenFile}
      />
    </>
  );
}

interface ChatPaneProps {
  readonly session: SessionResponse;
  readonly workspace: WorkspaceOutline;
  readonly conversationId: string;
  /** True when the conversation begins with the next message. */
  readonly isNew: boolean;
  readonly onOpenFile: (path: string) => void;
}

/** One conversation about a workspace; a stored one is loaded first. */
function ChatPane({ session, workspace, conversationId, isNew, onOpenFile }: ChatPaneProps) {
  const { begin } = useConversationNavigation();
  const { thread, loading } = useChatThread(conversationId, { isNew, draftOf: workspace.workspace.id });
  const { data, error } = loading;

  if (error && !data) {
    const isAbsent = error.code === 'NOT_FOUND';
    return (
      <div className="space-y-3 p-4">
        <ErrorBanner error={error} {...(isAbsent ? {} : { onRetry: thread.reload })} />
        {isAbsent && <Button onClick={() => begin(workspace.workspace.id)}>New conversation</Button>}
      </div>
    );
  }
  if (!isNew && !data) {
    return (
      <p role="status" className="text-muted flex flex-1 items-center justify-center gap-2 text-xs">
        <Spinner /> Loading the conversation…
      </p>
    );
  }
  return (
    <ChartChat
      key={loading.dataUpdatedAt}
      session={session}
      workspace={workspace}
      thread={thread}
      onOpenFile={onOpenFile}
    />
  );
}

interface ChartChatProps {
  readonly session: SessionResponse;
  readonly workspace: WorkspaceOutline;
  readonly thread: ChatThread;
  readonly onOpenFile: (path: string) => void;
}

/** A live conversation about the charts of a workspace, with plans to decide and suggested follow-ups. */
function ChartChat({ session, workspace, thread, onOpenFile }: ChartChatProps) {
  const { id: workspaceId, currentRevisionNumber: revisionNumber } = workspace.workspace;
  const { persona } = usePersonaChoice();
  const chat = useLiveChat({
    session,
    thread,
    subject: { contextType: 'chart', workspaceId, revisionNumber, persona },
  });
  const { isAnswering } = chat;
  const lastMessage = chat.messages.at(-1);
  const planHost = {
    workspaceId,
    conversationId: thread.conversation.id,
    isAnswering,
    proceed: ({ id }: PlanView) => chat.proceed(id),
    change: (plan: PlanView) => {
      thread.setDraft(toChangeDraft(plan, thread.draft));
      chat.focusBox();
    },
  };
  return (
    <PlanHostProvider value={planHost}>
      <ChatView chat={chat} placeholder="Ask for a change…" hasPersona onOpenFile={onOpenFile}>
        <ActivePlan />
        {!isAnswering && !chat.error && lastMessage && (
          <FollowUps
            files={workspace.files}
            answer={lastMessage}
            isDemo={chat.model?.isDemo ?? false}
            mayAddTemplates={persona !== 'operator'}
            onAsk={chat.ask}
          />
        )}
      </ChatView>
    </PlanHostProvider>
  );
}

/** The plan that the streaming answer applies, file by file; renders nothing when it applies none. */
function ActivePlan() {
  const { workspaceId, conversationId, isAnswering } = usePlanHost();
  const ownId = useOwnConversationId(conversationId);
  const plans = usePlans(workspaceId);
  const plan = plans.data?.find((each) => each.status === 'applying' && each.conversationId === ownId);
  if (!plan || !isAnswering) return null;
  return (
    <section aria-label="Progress" className="border-line bg-surface mt-3 space-y-2.5 rounded-lg border p-3 text-xs">
      <p className="text-muted flex items-center gap-1.5">
        <Spinner /> {describePlanState(plan)}
      </p>
      <PlanActionList plan={plan} isBrief />
    </section>
  );
}
