import type { RemediationView } from '@shipmate/protocol/web/remediations';
import { useState } from 'react';
import { describeExpiry } from '../../approvals/approval-words.ts';
import { ValueOrigins } from '../../approvals/value-origins.tsx';
import { Button } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { DiffBlock } from '../../components/diff-block.tsx';
import { RiskLabel } from '../../components/risk-label.tsx';
import { StatedError } from '../../components/stated-error.tsx';
import { useDecideRemediation } from './remediation-queries.ts';
import {
  actionWords,
  describeApproval,
  describePurpose,
  describeSource,
  type PlannedAction,
  verbWords,
} from './remediation-words.ts';

interface PlanSectionProps {
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

interface ActionCardProps {
  readonly action: PlannedAction;
  /** The choice to approve the action; undefined when the plan is not pending. */
  readonly choice: { readonly isChosen: boolean; readonly onToggle: () => void } | undefined;
}

const statusInks = {
  planned: 'text-muted',
  running: 'text-accent',
  done: 'text-added',
  failed: 'text-removed',
  not_run: 'text-muted',
} as const;

/** One cluster change: its action, reason, diff and computed risk. */
function ActionCard({ action, choice }: ActionCardProps) {
  const { description, rationale, verb, object, difference, risk, claimedRisk, managedBy, status, error } = action;
  const purpose = describePurpose(action.purpose);
  const title = `${verbWords[verb]} ${object}`;
  return (
    <li aria-label={title} className="border-line bg-surface overflow-hidden rounded-lg border text-xs">
      <div className="border-line flex flex-wrap items-center gap-2 border-b px-4 py-2">
        {choice ? (
          <label className="flex min-w-0 flex-1 items-center gap-2 font-medium">
            <input type="checkbox" checked={choice.isChosen} onChange={choice.onToggle} className="accent-accent" />
            <span className="min-w-0 wrap-anywhere">{title}</span>
          </label>
        ) : (
          <h3 className="min-w-0 flex-1 font-medium wrap-anywhere">{title}</h3>
        )}
        <RiskLabel level={risk.level} />
        <span className={classNames('font-medium', statusInks[status])}>{actionWords[status]}</span>
      </div>
      <div className="space-y-2.5 px-4 py-3 leading-relaxed">
        <p className="wrap-anywhere">{description}</p>
        <p className="text-muted wrap-anywhere">{rationale}</p>
        {purpose && <p className="text-caution wrap-anywhere">{purpose}</p>}
        {managedBy && <p className="text-caution wrap-anywhere">{describeSource(managedBy)}</p>}
        {difference !== '' && <DiffBlock text={difference} />}
        <ValueOrigins origins={action.origins} />
        <p className="text-muted wrap-anywhere">
          Risk: {risk.reasons.join(' ')}
          {claimedRisk !== risk.level && ` The model rated it ${claimedRisk}.`}
        </p>
        {error !== null && <p className="text-removed wrap-anywhere">{error}</p>}
      </div>
    </li>
  );
}

interface PlanDecisionProps {
  readonly remediationId: string;
  /** Hash of the plan on the screen; the approval covers that plan only. */
  readonly planHash: string;
  readonly chosen: readonly string[];
  readonly count: number;
}

/** The decision form of a plan: approve all or some of its actions, or reject it. */
function PlanDecision({ remediationId, planHash, chosen, count }: PlanDecisionProps) {
  const decide = useDecideRemediation(remediationId);
  const wanted = decide.isPending ? decide.variables.decision : undefined;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={chosen.length === 0}
          isBusy={wanted === 'approve'}
          onClick={() => decide.mutate({ decision: 'approve', planHash, actions: [...chosen] })}
        >
          {describeApproval(chosen.length, count)}
        </Button>
        <Button isBusy={wanted === 'deny'} onClick={() => decide.mutate({ decision: 'deny' })}>
          Deny plan
        </Button>
      </div>
      {decide.error && <StatedError error={decide.error} />}
    </div>
  );
}
