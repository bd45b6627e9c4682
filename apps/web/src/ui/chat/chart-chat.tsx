import type { PlanView } from '@shipmate/protocol/web/plans';
import type { SessionResponse } from '@shipmate/protocol/web/session';
import type { WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { usePersonaChoice } from '../persona/use-persona-choice.ts';
import { ActivePlan } from '../plans/active-plan.tsx';
import { PlanHostProvider } from '../plans/plan-host.ts';
import { toChangeDraft } from '../plans/plan-state.ts';
import { ChatView } from './chat-view.tsx';
import { FollowUps } from './follow-ups.tsx';
import type { ChatThread } from './use-chat-thread.ts';
import { useLiveChat } from './use-live-chat.ts';

export interface ChartChatProps {
  readonly session: SessionResponse;
  readonly workspace: WorkspaceResponse;
  readonly thread: ChatThread;
  readonly onOpenFile: (path: string) => void;
}

/** A live conversation about the charts of a workspace, with plans to decide and suggested follow-ups. */
export function ChartChat({ session, workspace, thread, onOpenFile }: ChartChatProps) {
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
