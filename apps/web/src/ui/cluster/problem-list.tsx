import type { SessionResponse } from '@shipmate/protocol/web/session';
import { useNavigate } from '@tanstack/react-router';
import { ArrowRight, ChevronRight, CircleCheck, Search } from 'lucide-react';
import { Button } from '../components/button.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { useModelChoice } from '../model/use-model-choice.ts';
import { clusterConversationAddress } from '../router/addresses.ts';
import { useAskCluster } from './cluster-queries.ts';
import { type ProblemGroup, type ProblemView, toTitle } from './problem-groups.ts';
import { PlanFixButton } from './remediation/plan-fix-button.tsx';
import { SeverityMark } from './severity-mark.tsx';
import { RelativeTime } from '../time/relative-time.tsx';

interface ProblemListProps {
  readonly groups: readonly ProblemGroup[];
  /** True when the filters hide some problems. */
  readonly hasOthers: boolean;
  readonly context: string;
  readonly session: SessionResponse;
}

/** The problems, grouped by object. */
export function ProblemList({ groups, hasOthers, context, session }: ProblemListProps) {
  if (groups.length === 0) {
    return (
      <p
        role="status"
        className="border-line bg-surface text-muted flex items-center justify-center gap-2 rounded-lg border px-4 py-10 text-center text-xs"
      >
        {!hasOthers && <CircleCheck aria-hidden className="text-added size-4 shrink-0" />}
        {hasOthers ? 'No problems match the filters.' : 'The rules found no problems here.'}
      </p>
    );
  }
  return (
    <ul aria-label="Problems" className="space-y-3">
      {groups.map((group) => (
        <ProblemGroupCard key={toTitle(group.root)} group={group} context={context} session={session} />
      ))}
    </ul>
  );
}

interface ProblemGroupCardProps {
  readonly group: ProblemGroup;
  readonly context: string;
  readonly session: SessionResponse;
}

/** An object with its problems and the actions for them. */
function ProblemGroupCard({ group, context, session }: ProblemGroupCardProps) {
  const { root, severity, problems } = group;
  const hasCause = problems.some(({ isSymptom }) => !isSymptom);
  return (
    <li aria-label={toTitle(root)} className="border-line bg-surface overflow-hidden rounded-lg border">
      <div className="border-line flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-2.5">
        <h3 className="flex min-w-0 flex-1 basis-56 items-center gap-2">
          <SeverityMark severity={severity} />
          <span className="min-w-0 wrap-anywhere">
            <span className="font-medium">{root.name}</span>{' '}
            <span className="text-muted text-xs">
              {root.kind}
              {root.namespace !== undefined && ` in ${root.namespace}`}
            </span>
          </span>
        </h3>
        <InvestigateButton group={group} context={context} session={session} />
        <PlanFixButton
          issue={toInvestigationQuestion(group, context)}
          context={context}
          label={`Plan a fix of ${toTitle(root)}`}
          session={session}
        />
      </div>
      <ul className="divide-line divide-y">
        {problems.map((problem, index) => (
          <ProblemItem key={index} problem={problem} isExplained={problem.isSymptom && hasCause} />
        ))}
      </ul>
    </li>
  );
}

interface InvestigateButtonProps {
  readonly group: ProblemGroup;
  readonly context: string;
  readonly session: SessionResponse;
}

/** Starts an investigation of a problem in a new conversation. */
function InvestigateButton({ group, context, session }: InvestigateButtonProps) {
  const navigate = useNavigate();
  const { model } = useModelChoice(session);
  const ask = useAskCluster();
  function investigate() {
    ask.mutate(
      { message: toInvestigationQuestion(group, context), ...(model && { model: model.id }) },
      { onSuccess: ({ conversationId }) => void navigate(clusterConversationAddress(conversationId)) },
    );
  }
  return (
    <>
      <Button
        icon={<Search aria-hidden />}
        isBusy={ask.isPending}
        onClick={investigate}
        aria-label={`Investigate ${toTitle(group.root)}`}
      >
        Investigate
      </Button>
      {ask.error && (
        <div className="basis-full">
          <StatedError error={ask.error} />
        </div>
      )}
    </>
  );
}

interface ProblemItemProps {
  readonly problem: ProblemView;
  /** True when another shown problem explains it. */
  readonly isExplained: boolean;
}

/**
 * One problem: its meaning, the cluster's message, further links and, on request, its evidence; shortened when another
 * problem explains it.
 */
function ProblemItem({ problem, isExplained }: ProblemItemProps) {
  const { severity, reason, message, object, root, alike, next, since } = problem;
  const isOther = toTitle(object) !== toTitle(root);
  const said = problem.evidence.find(({ path }) => path.endsWith('message'))?.value;
  const heading = (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className="flex items-center gap-1.5">
        <SeverityMark severity={severity} className="size-3.5" />
        <span className="text-xs font-medium">{reason}</span>
      </span>
      {since !== undefined && <RelativeTime at={since} className="text-muted text-xs" />}
    </span>
  );
  if (isExplained) {
    return (
      <li className="flex flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-2">
        {heading}
        <span className="text-muted text-xs wrap-anywhere">{message}</span>
      </li>
    );
  }
  return (
    <li className="space-y-1.5 px-4 py-3">
      {heading}
      <p className="wrap-anywhere">{message}</p>
      {isOther && (
        <p className="text-muted text-xs wrap-anywhere">
          {object.kind} <span className="font-mono">{object.name}</span>
          {alike.length > 0 && ` and ${alike.length} more`}
        </p>
      )}
      {said !== undefined && <p className="line-clamp-3 font-mono text-xs wrap-anywhere">{said}</p>}
      <p className="text-muted flex gap-1.5 text-xs leading-relaxed">
        <ArrowRight aria-hidden className="mt-0.5 size-3.5 shrink-0" />
        <span>{next}</span>
      </p>
      <ProblemEvidence evidence={problem.evidence} />
    </li>
  );
}

/** The evidence fields of a problem, on request. */
function ProblemEvidence({ evidence }: Pick<ProblemView, 'evidence'>) {
  if (evidence.length === 0) return null;
  return (
    <details className="group text-xs">
      <summary className="text-muted hover:text-ink -ml-1 inline-flex items-center gap-1 rounded px-1 py-0.5 select-none">
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open:rotate-90" />
        Evidence
      </summary>
      <dl className="bg-raised mt-1.5 space-y-1.5 rounded-md p-2.5">
        {evidence.map(({ of, path, value }, index) => (
          <div key={index}>
            <dt className="text-muted text-2xs font-mono wrap-anywhere">
              {of === undefined ? '' : `${of} `}
              {path}
            </dt>
            <dd className="font-mono wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Returns the question about an object for the agent: names and reasons only, because messages are untrusted text. */
export function toInvestigationQuestion({ root, problems }: ProblemGroup, context: string): string {
  const reasons = [...new Set(problems.map(({ reason }) => reason))].filter((reason) => /^\w{1,60}$/.test(reason));
  const signs = reasons.length === 0 ? '' : ` The rules found: ${reasons.join(', ')}.`;
  return `What is wrong with ${toTitle(root)} in context "${context}", and what fixes it?${signs}`;
}
