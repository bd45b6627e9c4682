import { isRemediationEnded, type PlannedChange, type Remediation } from '@shipmate/domain/remediation';
import type { RemediationSummary, RemediationView } from '@shipmate/protocol/web/remediations';
import { toValueOriginView } from './value-origin-view.ts';

export function toRemediationSummary(remediation: Remediation): RemediationSummary {
  const { id, issue, mode, origin, status, reason, createdAt, endedAt } = remediation;
  return {
    id,
    issue,
    mode,
    origin,
    status,
    reason,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

export function toRemediationView(remediation: Remediation): RemediationView {
  const { maxRisk, context, model, spent, calls, analysis, plan, approval, checks, expiresAt } = remediation;
  return {
    ...toRemediationSummary(remediation),
    maxRisk,
    context,
    model: spent?.model ?? model,
    spent: spent && { usage: spent.usage, costUsd: spent.costUsd },
    isQueued: remediation.isQueued,
    isStopping: remediation.stopRequestedAt !== null && !isRemediationEnded(remediation.status),
    calls: [...calls],
    analysis: analysis && { ...analysis, factors: [...analysis.factors], evidence: [...analysis.evidence] },
    plan: plan && {
      hash: plan.hash,
      context: plan.context,
      risk: plan.risk,
      actions: plan.actions.map((action) => toActionView(action, remediation)),
    },
    approval: approval && { decidedBy: approval.decidedBy, actions: [...approval.actions] },
    checks: checks.map(({ object, before, after }) => ({ object, before, after })),
    watch: toWatchView(remediation),
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}

/** Returns the condition and deadline of a remediation whose change is being watched. */
function toWatchView({ status, watch }: Remediation): RemediationView['watch'] {
  const { waitingFor, until, nextCheckAt } = watch ?? {};
  if (status !== 'validating' || !waitingFor || !until || !nextCheckAt) return null;
  return { waitingFor, until, nextCheckAt };
}

type ActionView = NonNullable<RemediationView['plan']>['actions'][number];

function toActionView(action: PlannedChange, { progress }: Remediation): ActionView {
  const { id, description, rationale, change, object, difference, risk, claimedRisk, managedBy, purpose = [] } = action;
  const { status, error } = progress.find((each) => each.id === id) ?? { status: 'planned', error: null };
  return {
    id,
    description,
    rationale,
    verb: change.verb,
    object,
    difference,
    risk: { level: risk.level, reasons: [...risk.reasons] },
    claimedRisk,
    purpose: [...purpose],
    origins: (action.origins ?? []).map(toValueOriginView),
    managedBy,
    status,
    error,
  };
}
