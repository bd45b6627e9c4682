import type { SessionResponse } from '@shipmate/protocol/web/session';
import { InvestigateButton } from './investigate-button.tsx';
import { toInvestigationQuestion } from './investigation-question.ts';
import { toTitle, type ProblemGroup } from './problem-groups.ts';
import { ProblemItem } from './problem-item.tsx';
import { PlanFixButton } from './remediation/plan-fix-button.tsx';
import { SeverityMark } from './severity-mark.tsx';

export interface ProblemGroupCardProps {
  readonly group: ProblemGroup;
  readonly context: string;
  readonly session: SessionResponse;
}

/** An object with its problems and the actions for them. */
export function ProblemGroupCard({ group, context, session }: ProblemGroupCardProps) {
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
