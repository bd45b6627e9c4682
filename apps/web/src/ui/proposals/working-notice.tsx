import type { StartedRunResponse } from '@shipmate/protocol/web/proposals';
import { Banner } from '../components/banner.tsx';
import { Waiting } from '../components/waiting.tsx';
import { Link } from '../router/link.tsx';
import { toClusterConversationPath } from '../router/route.ts';
import { isRunEnded } from './proposal-words.ts';
import { useWorkingRun } from './proposal-queries.ts';

interface WorkingNoticeProps {
  readonly started: StartedRunResponse;
  /** Description of the operation in progress. */
  readonly words: string;
}

/** Shows that a run is in progress, with a link to it; once it has ended without success, shows that. */
export function WorkingNotice({ started: { runId, conversationId }, words }: WorkingNoticeProps) {
  const { data: run } = useWorkingRun(runId);
  const link = (
    <Link href={toClusterConversationPath(conversationId)} className="underline">
      Show the conversation
    </Link>
  );
  if (!run || !isRunEnded(run.status)) {
    return (
      <Waiting>
        {words} {link}
      </Waiting>
    );
  }
  return (
    <Banner tone={run.status === 'completed' ? 'info' : 'error'}>
      {run.status === 'completed' ? 'The agent has finished.' : 'The run did not complete.'} {link}
    </Banner>
  );
}
