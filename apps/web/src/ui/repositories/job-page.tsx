import type { RepositoryJobView } from '@shipmate/protocol/web/repositories';
import type { SessionResponse } from '@shipmate/protocol/web/session';
import { useParams } from '@tanstack/react-router';
import type { ChatMessage } from '../api/conversation.ts';
import { useSignedInSession } from '../api/signed-in-session.ts';
import { ChatView } from '../chat/chat-view.tsx';
import { ConversationFrame } from '../chat/conversation-frame.tsx';
import type { ChatThread } from '../chat/use-chat-thread.ts';
import { useLiveChat } from '../chat/use-live-chat.ts';
import { PendingPage } from '../components/pending-page.tsx';
import { MissingPage } from '../navigation/missing-page.tsx';
import { repositoryAddress } from '../router/addresses.ts';
import { JobResult } from './job-result.tsx';
import { canContinue, useJob } from './repository-queries.ts';

/** A job in a repository: its conversation, and its result below it. */
export function JobPage() {
  const { jobId } = useParams({ from: '/repositories/jobs/$jobId' });
  const session = useSignedInSession();
  const job = useJob(jobId);
  if (job.error?.code === 'NOT_FOUND') {
    return (
      <MissingPage
        title="Job not found"
        reason="It may have been deleted with its conversation or repository, or another person started it."
        list={{ label: 'repositories', address: { to: '/repositories' } }}
      />
    );
  }
  if (!job.data) return <PendingPage error={job.error} onRetry={() => void job.refetch()} />;
  const { conversationId, repositoryId, repositoryName } = job.data;
  const parent =
    repositoryId === null || repositoryName === null
      ? ({ label: 'Repositories', address: { to: '/repositories' } } as const)
      : { label: repositoryName, address: repositoryAddress(repositoryId) };
  return (
    <ConversationFrame conversationId={conversationId} parent={parent} untitled="Job">
      {(thread) => <JobChat session={session} thread={thread} job={job.data} />}
    </ConversationFrame>
  );
}

interface JobChatProps {
  readonly session: SessionResponse;
  readonly thread: ChatThread;
  readonly job: RepositoryJobView;
}

const subject = { contextType: 'repository' } as const;

/** Files of the job are opened in its result. */
const openNothing = () => undefined;

/** The live conversation of a job. */
function JobChat({ session, thread, job }: JobChatProps) {
  const chat = useLiveChat({ session, thread, subject });
  const { messages } = chat;
  const answer = messages.findIndex(({ id }) => id === job.id);
  const isErrorShown = messages[answer]?.metadata?.cutShort?.by === 'error';
  const asked = messages.slice(0, answer === -1 ? undefined : answer).findLast(({ role }) => role === 'user');
  return (
    <ChatView
      chat={chat}
      placeholder="Ask about the job…"
      hint="Ask about the job: the agent answers from this conversation, and reads and changes no files."
      sendVariant={canContinue(job) ? 'outline' : 'primary'}
      // An answer in a chat has no checkout: a job is started again instead.
      canRepeat={answer !== -1 && answer < messages.length - 1}
      onOpenFile={openNothing}
    >
      {/* The next job of a conversation is shown by the same page, and has a review of its own. */}
      <JobResult key={job.id} job={job} prompt={toText(asked)} isErrorShown={isErrorShown} />
    </ChatView>
  );
}

/** Returns the text of a person's message. */
function toText(message: ChatMessage | undefined): string {
  return (message?.parts ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
