import type { PlanView } from '@shipmate/protocol/web/plans';
import { Check, Circle } from 'lucide-react';
import { ChangeMark } from '../files/change-mark.tsx';
import type { FileChange } from '../files/file-change.ts';

const changes: Record<PlanView['actions'][number]['action'], FileChange> = {
  create: 'new',
  modify: 'modified',
  delete: 'deleted',
  rename: 'renamed',
};

interface PlanActionListProps {
  readonly plan: PlanView;
  /** Omits the reasons. */
  readonly isBrief?: boolean;
}

/** The actions of a plan by file, and their progress. */
export function PlanActionList({ plan: { actions }, isBrief = false }: PlanActionListProps) {
  return (
    <ol className="space-y-2">
      {actions.map(({ path, action, newPath, why, isDone }) => (
        <li key={path} className="flex gap-2">
          {isDone ? (
            <Check aria-hidden className="text-added mt-px size-3.5 shrink-0" />
          ) : (
            <Circle aria-hidden className="text-muted mt-px size-3.5 shrink-0" />
          )}
          <div className="min-w-0 flex-1 space-y-0.5">
            <div className="flex items-baseline gap-1.5">
              <ChangeMark change={changes[action]} />
              <span className="sr-only">{action}</span>
              <span className="font-mono wrap-anywhere">
                {path}
                {newPath !== null && ` → ${newPath}`}
              </span>
              <span className="sr-only">{isDone ? ', done' : ', not done'}</span>
            </div>
            {!isBrief && <p className="text-muted leading-relaxed wrap-anywhere">{why}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
