import type { RemediationView } from '@shipmate/protocol/web/remediations';
import { useState } from 'react';
import { describeExpiry } from '../../approvals/approval-words.ts';
import { ActionCard } from './action-card.tsx';
import { PlanDecision } from './plan-decision.tsx';
import { RiskLabel } from './risk-label.tsx';

export interface PlanSectionProps {
  readonly remediation: RemediationView;
  readonly plan: NonNullable<RemediationView['plan']>;
}

/** The actions of a plan, and its decision form while it waits for approval. */
export function PlanSection({ remediation, plan }: PlanSectionProps) {
  const { id, status, expiresAt, approval } = remediation;
  const isWaiting = status === 'awaiting_approval';
  const possible = plan.actions.filter(({ managedBy }) => managedBy === null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = possible.filter((action) => !left.has(action.id)).map((action) => action.id);
  function toggle(actionId: string) {
    const next = new Set(left);
    if (!next.delete(actionId)) next.add(actionId);
    setLeft(next);
  }
  return (
    <section aria-labelledby="plan-heading" className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="plan-heading" className="font-semibold">
          Plan
        </h2>
        <RiskLabel level={plan.risk} />
        {approval?.decidedBy === 'policy' && (
          <span className="text-muted text-xs">Approved by the rule for automatic remediations.</span>
        )}
      </div>
      <ol className="space-y-3">
        {plan.actions.map((action) => (
          <ActionCard
            key={action.id}
            action={action}
            choice={
              isWaiting && action.managedBy === null && possible.length > 1
                ? { isChosen: chosen.includes(action.id), onToggle: () => toggle(action.id) }
                : undefined
            }
          />
        ))}
      </ol>
      {isWaiting && (
        <>
          {expiresAt !== null && (
            <time dateTime={expiresAt} className="text-muted block text-xs">
              {describeExpiry(new Date(expiresAt), new Date())}
            </time>
          )}
          <PlanDecision remediationId={id} planHash={plan.hash} chosen={chosen} count={possible.length} />
        </>
      )}
    </section>
  );
}
