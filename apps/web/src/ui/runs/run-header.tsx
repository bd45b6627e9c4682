import type { RunTrace } from '@shipmate/protocol/web/runs';
import type { ReactNode } from 'react';
import { describeCost } from '../../cost/describe-cost.ts';
import { describeTokens } from '../../cost/describe-tokens.ts';
import { AskedText } from '../components/asked-text.tsx';
import { Banner } from '../components/banner.tsx';
import { ConversationLink } from '../history/conversation-link.tsx';
import { Link } from '../router/link.tsx';
import { toClusterConversationPath, toRunPath } from '../router/route.ts';
import { toAge } from '../time/age.ts';
import { RunActions } from './run-actions.tsx';
import { RunStatusBadge } from './run-status-badge.tsx';
import { describeDuration, describeRunOrigin } from '../api/run-words.ts';

/** The question, state and cost of a run. */
export function RunHeader({ trace }: { readonly trace: RunTrace }) {
  const { run, question, error, retryOf } = trace;
  const { workspaceId, conversationId, createdAt, endedAt, costUsd, model } = run;
  const begun = new Date(createdAt);
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
          {workspaceId === null && trace.contextType === 'cluster' && (
            <Link href={toClusterConversationPath(conversationId)} className="text-accent underline underline-offset-2">
              {describeRunOrigin(run)}
            </Link>
          )}
          {workspaceId === null && trace.contextType !== 'cluster' && describeRunOrigin(run)}
          {workspaceId !== null && (
            <ConversationLink {...{ workspaceId, conversationId }} className="text-accent underline underline-offset-2">
              {describeRunOrigin(run)}
            </ConversationLink>
          )}
        </Fact>
        <Fact name="Model">{model}</Fact>
        <Fact name="Started">
          <time dateTime={createdAt}>{toAge(begun, new Date())}</time>
          {endedAt !== null && `, took ${describeDuration(new Date(endedAt).getTime() - begun.getTime())}`}
        </Fact>
        {endedAt !== null && (
          <Fact name="Usage">
            {describeTokens(run.usage)} · {describeCost(costUsd)}
          </Fact>
        )}
        {retryOf && (
          <Fact name="Retry of">
            <Link href={toRunPath(retryOf.runId)} className="text-accent underline underline-offset-2">
              an earlier run
            </Link>{' '}
            from step {retryOf.fromStep + 1} on
          </Fact>
        )}
      </dl>
    </header>
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
