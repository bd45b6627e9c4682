import { ArrowRight } from 'lucide-react';
import { toAge } from '../time/age.ts';
import { ProblemEvidence } from './problem-evidence.tsx';
import { toTitle, type ProblemView } from './problem-groups.ts';
import { SeverityMark } from './severity-mark.tsx';

export interface ProblemItemProps {
  readonly problem: ProblemView;
  /** True when another shown problem explains it. */
  readonly isExplained: boolean;
}

/**
 * One problem: its meaning, the cluster's message, further links and, on request, its evidence; shortened when another
 * problem explains it.
 */
export function ProblemItem({ problem, isExplained }: ProblemItemProps) {
  const { severity, reason, message, object, root, alike, next, since } = problem;
  const isOther = toTitle(object) !== toTitle(root);
  const said = problem.evidence.find(({ path }) => path.endsWith('message'))?.value;
  const heading = (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className="flex items-center gap-1.5">
        <SeverityMark severity={severity} className="size-3.5" />
        <span className="text-xs font-medium">{reason}</span>
      </span>
      {since !== undefined && (
        <time dateTime={since} className="text-muted text-xs">
          {toAge(new Date(since), new Date())}
        </time>
      )}
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
