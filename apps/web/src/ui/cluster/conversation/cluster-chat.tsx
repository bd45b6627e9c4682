import type { SessionResponse } from '@shipmate/protocol/web/session';
import { ChatView } from '../../chat/chat-view.tsx';
import type { ChatThread } from '../../chat/use-chat-thread.ts';
import { useLiveChat } from '../../chat/use-live-chat.ts';
import { PlanFixButton } from '../remediation/plan-fix-button.tsx';
import { toInvestigatedIssue } from './investigated-issue.ts';

export interface ClusterChatProps {
  readonly session: SessionResponse;
  readonly thread: ChatThread;
}

const subject = { contextType: 'cluster' } as const;
/** Answers about clusters name no workspace files. */
const openNothing = () => undefined;

/** A live conversation about a cluster, from which a person can start a remediation. */
export function ClusterChat({ session, thread }: ClusterChatProps) {
  const chat = useLiveChat({ session, thread, subject });
  const issue = chat.isAnswering || chat.error ? undefined : toInvestigatedIssue(chat.messages);
  return (
    <ChatView chat={chat} placeholder="Ask further about the cluster…" onOpenFile={openNothing}>
      {issue && (
        <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
          <PlanFixButton {...issue} session={session} />
          <span className="text-muted text-xs">Nothing is changed before you approve it.</span>
        </div>
      )}
    </ChatView>
  );
}
