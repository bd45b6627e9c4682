import type { StartedRunResponse } from '@shipmate/protocol/web/proposals';
import { Banner } from '../components/banner.tsx';
import { Waiting } from '../components/waiting.tsx';
import { clusterConversationAddress } from '../router/addresses.ts';
import { Link } from '../router/link.tsx';
import { describeRunEnd, isRunEnded } from './proposal-words.ts';
import { useWorkingRun } from './proposal-queries.ts';

interface WorkingNoticeProps {
  readonly started: StartedRunResponse;
  /** Description of the operation in progress. */
  readonly words: string;
}

/** Shows that a run is in progress, with a link to it; once it has ended, shows how, and the reason of a failure. */
export function WorkingNotice({ started: { runId, conversationId }, words }: WorkingNoticeProps) {
  const { data: run } = useWorkingRun(runId);
  const link = (
    <Link {...clusterConversationAddress(conversationId)} className="underline">
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
      {describeRunEnd(run)} {link}
    </Banner>
  );
}
