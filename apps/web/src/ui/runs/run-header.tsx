import type { RunTrace } from '@shipmate/protocol/web/runs';
import { RotateCcw, Square, Terminal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { describeDuration, describeRunOrigin, isActive } from '../api/run-words.ts';
import { useStopRun } from '../api/runs-query.ts';
import { AskedText } from '../components/asked-text.tsx';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { Dialog } from '../components/dialog.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { ConversationLink } from '../history/conversation-link.tsx';
import { clusterConversationAddress, runAddress, runPageAddress } from '../router/addresses.ts';
import { Link } from '../router/link.tsx';
import { RetryButton } from './retry-button.tsx';
import { RunStatusBadge } from './run-status-badge.tsx';
import { RelativeTime } from '../time/relative-time.tsx';
import { Cost, Tokens } from '../components/amount.tsx';

/** The question, state and cost of a run. */
export function RunHeader({ trace }: { readonly trace: RunTrace }) {
  const { run, steps, question, error, retryOf } = trace;
  const { createdAt, endedAt, costUsd, model } = run;
  const begun = new Date(createdAt);
  const others = steps.filter((step) => !step.isKept && step.model !== model).flatMap((step) => step.model ?? []);
  return (
    <header className="space-y-4">
      <div className="flex flex-wrap items-center gap-3">
        <span role="status">
          <RunStatusBadge run={run} />
        </span>
        <RunActions trace={trace} />
      </div>
      {error && <Banner tone="error">{error.message}</Banner>}
      {question !== null && <AskedText>{question}</AskedText>}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
        <Fact name="Where">
          <Subject trace={trace} />
        </Fact>
        {model !== null && <Fact name="Model">{model}</Fact>}
        {others.length > 0 && <Fact name="Fallback model">{[...new Set(others)].join(', ')}</Fact>}
        <Fact name="Started">
          <RelativeTime at={createdAt} />
          {endedAt !== null && `, took ${describeDuration(new Date(endedAt).getTime() - begun.getTime())}`}
        </Fact>
        {endedAt !== null && (
          <Fact name="Usage">
            <Tokens usage={run.usage} model={model} /> · <Cost usd={costUsd} />
          </Fact>
        )}
        {retryOf && (
          <Fact name="Retry of">
            <Link {...runAddress(retryOf.runId)} className="text-accent underline underline-offset-2">
              an earlier run
            </Link>{' '}
            from step {retryOf.fromStep + 1} on
          </Fact>
        )}
      </dl>
    </header>
  );
}

const linkLook = 'text-accent underline underline-offset-2';

/** Links the conversation, the remediation or the rule execution of a run. */
function Subject({ trace: { run, contextType } }: { readonly trace: RunTrace }) {
  const { workspaceId, conversationId } = run;
  const origin = describeRunOrigin(run);
  if (run.kind === 'rule_execution' && run.rule === null) return origin;
  if (conversationId === null) {
    return (
      <Link {...runPageAddress(run)} className={linkLook}>
        {origin}
      </Link>
    );
  }
  if (workspaceId !== null) {
    return (
      <ConversationLink {...{ workspaceId, conversationId }} className={linkLook}>
        {origin}
      </ConversationLink>
    );
  }
  if (contextType !== 'cluster') return origin;
  return (
    <Link {...clusterConversationAddress(conversationId)} className={linkLook}>
      {origin}
    </Link>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 tabular-nums wrap-anywhere">{children}</dd>
    </>
  );
}

/** The actions of a run. */
function RunActions({ trace }: { readonly trace: RunTrace }) {
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
        {question !== null && run.conversationId !== null && (
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

/** The request of a run, with its options. */
export type AskedRun = Pick<RunTrace, 'question' | 'contextType' | 'clientContext' | 'persona'> & {
  readonly run: Pick<RunTrace['run'], 'workspaceId' | 'model'>;
};

/** Returns a shell command that repeats the request over the Agent Chat Protocol; the person fills in the token. */
export function toRunCurl({ question, contextType, clientContext, persona, run }: AskedRun, origin: string): string {
  const context = {
    ...clientContext,
    ...(run.workspaceId !== null && { workspace_id: run.workspaceId }),
  };
  const body = { message: question, context_type: contextType, context, model: run.model, persona };
  return [
    `curl -N ${new URL('/v1/agent/chat', origin).href}`,
    `  -H 'Authorization: Bearer <token>'`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${quote(JSON.stringify(body))}`,
  ].join(' \\\n');
}

/** For a POSIX shell, where an apostrophe ends a quoted text. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
