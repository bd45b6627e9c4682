import type { RunTrace } from '@shipmate/protocol/web/runs';
import { RotateCcw, Square, Terminal } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { Dialog } from '../components/dialog.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { toRunCurl } from './curl-command.ts';
import { RetryButton } from './retry-button.tsx';
import { isActive } from '../api/run-words.ts';
import { useStopRun } from '../api/runs-query.ts';

/** The actions of a run. */
export function RunActions({ trace }: { readonly trace: RunTrace }) {
  const { run, lastRetryStep, question } = trace;
  const stop = useStopRun(run.id);
  const [isShowingCurl, setShowingCurl] = useState(false);
  const canResume = run.status === 'failed' || run.status === 'cancelled';
  return (
    <>
      <div className="ml-auto flex flex-wrap gap-2">
        {isActive(run) && (
          <Button icon={<Square aria-hidden />} isBusy={stop.isPending || run.isStopping} onClick={() => stop.mutate()}>
            Cancel run
          </Button>
        )}
        {canResume && lastRetryStep > 0 && (
          <RetryButton run={run} fromStep={lastRetryStep} icon={<RotateCcw aria-hidden />}>
            Resume after step {lastRetryStep}
          </RetryButton>
        )}
        {question !== null && (
          <Button icon={<Terminal aria-hidden />} onClick={() => setShowingCurl(true)}>
            Copy as curl
          </Button>
        )}
      </div>
      {stop.error && <StatedError error={stop.error} />}
      <Dialog
        isOpen={isShowingCurl}
        isWide
        onClose={() => setShowingCurl(false)}
        title="Copy as curl"
        description="Sends the same question to the same model in a new conversation. Replace <token> with an API token."
      >
        <CodeBlock label="Command">{toRunCurl(trace, window.location.origin)}</CodeBlock>
      </Dialog>
    </>
  );
}
