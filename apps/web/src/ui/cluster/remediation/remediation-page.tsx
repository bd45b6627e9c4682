import type { RemediationView } from '@shipmate/protocol/web/remediations';
import { useParams } from '@tanstack/react-router';
import { ChevronRight, Square, Wrench } from 'lucide-react';
import { AskedText } from '../../components/asked-text.tsx';
import { Button } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { FramedList } from '../../components/framed-list.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { PendingPage } from '../../components/pending-page.tsx';
import { StatedError } from '../../components/stated-error.tsx';
import { TextBlock, ToolData } from '../../components/tool-data.tsx';
import { DetailPage } from '../../navigation/detail-page.tsx';
import { PlanSection } from './plan-section.tsx';
import { RemediationBadge } from './remediation-badge.tsx';
import { useRemediation, useStopRemediation } from './remediation-queries.ts';
import { describeWatch, isWorkedOn } from './remediation-words.ts';
import { Cost, Tokens } from '../../components/amount.tsx';
import { RelativeTime } from '../../time/relative-time.tsx';

/** The page of one remediation: findings with evidence, the plan, and the outcome. */
export function RemediationPage() {
  const { remediationId } = useParams({ from: '/cluster/remediations/$remediationId' });
  const query = useRemediation(remediationId);
  const remediation = query.data;
  if (!remediation) return <PendingPage error={query.error} onRetry={() => void query.refetch()} />;
  const { analysis, plan, checks, calls } = remediation;
  return (
    <DetailPage parents={[{ label: 'Cluster', address: { to: '/cluster' } }]} title="Remediation">
      <RemediationHeader remediation={remediation} />
      {analysis && <AnalysisSection analysis={analysis} calls={calls} />}
      {plan && <PlanSection remediation={remediation} plan={plan} />}
      <HealthChecks checks={checks} />
      <CallList calls={calls} evidence={analysis?.evidence ?? []} />
    </DetailPage>
  );
}

/** The issue of a remediation, its state and model cost, and a stop button while it is in progress. */
function RemediationHeader({ remediation }: { readonly remediation: RemediationView }) {
  const { id, issue, status, isQueued, isStopping, reason, watch, context, model, spent, createdAt } = remediation;
  const stop = useStopRemediation(id);
  const facts = [context, model];
  return (
    <header className="space-y-3">
      <AskedText>{issue}</AskedText>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span role="status" className="mr-auto flex sm:mr-0">
          <RemediationBadge status={status} />
        </span>
        <p className="text-muted order-last min-w-0 basis-full text-xs wrap-anywhere tabular-nums sm:order-none sm:flex-1 sm:basis-0">
          {facts.map((fact) => fact && <span key={fact}>{fact} · </span>)}
          {spent && (
            <>
              <Tokens usage={spent.usage} model={model} /> · <Cost usd={spent.costUsd} /> ·{' '}
            </>
          )}
          started <RelativeTime at={createdAt} />
        </p>
        {isWorkedOn(remediation) && (
          <Button icon={<Square aria-hidden />} isBusy={stop.isPending || isStopping} onClick={() => stop.mutate()}>
            Cancel remediation
          </Button>
        )}
      </div>
      {stop.error && <StatedError error={stop.error} />}
      {isQueued && <p className="text-muted text-xs leading-relaxed">Queued for a worker with access to a cluster.</p>}
      {watch && <p className="text-muted text-xs leading-relaxed wrap-anywhere tabular-nums">{describeWatch(watch)}</p>}
      {reason !== null && <p className="text-xs leading-relaxed wrap-anywhere">{reason}</p>}
    </header>
  );
}

interface AnalysisSectionProps {
  readonly analysis: NonNullable<RemediationView['analysis']>;
  readonly calls: RemediationView['calls'];
}

/** The model's conclusion, and the calls that it cites. */
function AnalysisSection({ analysis, calls }: AnalysisSectionProps) {
  const { rootCause, confidence, factors, evidence, summary } = analysis;
  return (
    <section aria-labelledby="analysis-heading" className="space-y-3">
      <h2 id="analysis-heading" className="font-semibold">
        Root cause
      </h2>
      <div className="border-line bg-surface space-y-3 rounded-lg border px-4 py-3">
        <Markdown text={rootCause} />
        {factors.length > 0 && (
          <ul className="text-muted list-disc space-y-1 pl-4 text-xs leading-relaxed">
            {factors.map((factor) => (
              <li key={factor}>
                <Markdown text={factor} />
              </li>
            ))}
          </ul>
        )}
        <div className="text-muted text-xs">
          <Markdown text={summary} />
        </div>
        <div className="text-muted flex flex-wrap items-center gap-x-2 gap-y-1.5 text-xs">
          <span>Evidence:</span>
          {evidence.map((id) => (
            <button
              key={id}
              type="button"
              onClick={() => showCall(id)}
              className="border-line hover:border-edge hover:text-ink rounded-md border px-1.5 py-0.5 font-mono"
            >
              {calls.find((call) => call.id === id)?.tool ?? id}
            </button>
          ))}
          <span className="ml-auto tabular-nums">Model confidence: {Math.round(confidence * 100)} %</span>
        </div>
      </div>
    </section>
  );
}

interface CallListProps {
  readonly calls: RemediationView['calls'];
  /** Ids of the calls that the conclusion cites. */
  readonly evidence: readonly string[];
}

/** All calls of the investigation with their results. */
function CallList({ calls, evidence }: CallListProps) {
  if (calls.length === 0) return null;
  return (
    <section aria-labelledby="calls-heading" className="space-y-3">
      <h2 id="calls-heading" className="font-semibold">
        Tool calls
      </h2>
      <FramedList>
        {calls.map(({ id, tool, input, output, isError }) => (
          <li key={id}>
            <details id={toCallElementId(id)} aria-label={`Call of ${tool}`} className="group scroll-mt-4 text-xs">
              <summary className="hover:bg-raised flex min-h-9 items-center gap-2 px-4 py-1.5 -outline-offset-2 select-none">
                <Wrench aria-hidden className="text-muted size-3.5 shrink-0" />
                <code className="min-w-0 flex-1 truncate font-mono">{tool}</code>
                {evidence.includes(id) && (
                  <span className="bg-accent-soft text-accent text-2xs rounded px-1.5 py-px font-medium">Evidence</span>
                )}
                {isError && <span className="text-removed">Failed</span>}
                <ChevronRight
                  aria-hidden
                  className="text-muted size-3.5 shrink-0 transition-transform group-open:rotate-90"
                />
              </summary>
              <div className="space-y-3 px-4 pt-1 pb-3">
                <ToolData label="Input" value={input} />
                <div>
                  <div className="text-muted text-2xs font-medium">Output</div>
                  <TextBlock text={output} />
                </div>
              </div>
            </details>
          </li>
        ))}
      </FramedList>
    </section>
  );
}

type Health = RemediationView['checks'][number]['before'];

/** The health of the objects before the changes and now, as the cluster reports it. */
function HealthChecks({ checks }: Pick<RemediationView, 'checks'>) {
  if (checks.length === 0) return null;
  return (
    <section aria-labelledby="checks-heading" className="space-y-3">
      <h2 id="checks-heading" className="font-semibold">
        Health before and after
      </h2>
      <FramedList className="text-xs">
        {checks.map(({ object, before, after }) => (
          <li key={object} className="space-y-2 px-4 py-3">
            <p className="font-medium wrap-anywhere">{object}</p>
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
              <State name="Before" health={before} />
              {after ? (
                <State name="After" health={after} />
              ) : (
                <>
                  <dt className="text-muted">After</dt>
                  <dd className="text-muted">not checked yet</dd>
                </>
              )}
            </dl>
          </li>
        ))}
      </FramedList>
    </section>
  );
}

function State({ name, health }: { readonly name: string; readonly health: Health }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className={classNames('min-w-0 wrap-anywhere', health.isHealthy ? 'text-added' : 'text-removed')}>
        {health.isHealthy ? 'Healthy' : 'Unhealthy'}: {health.state}
      </dd>
    </>
  );
}

/** Returns the id of the element that shows a call. */
function toCallElementId(callId: string): string {
  return `call-${callId}`;
}

/** Opens a call on the page and scrolls it into view. */
function showCall(callId: string): void {
  const element = document.getElementById(toCallElementId(callId));
  if (!(element instanceof HTMLDetailsElement)) return;
  element.open = true;
  element.scrollIntoView({ block: 'start' });
  element.querySelector('summary')?.focus({ preventScroll: true });
}
