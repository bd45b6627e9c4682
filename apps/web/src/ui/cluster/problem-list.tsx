import type { SessionResponse } from '@shipmate/protocol/web/session';
import { CircleCheck } from 'lucide-react';
import { toTitle, type ProblemGroup } from './problem-groups.ts';
import { ProblemGroupCard } from './problem-group-card.tsx';

export interface ProblemListProps {
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
