import type { Remediation, RemediationPlan, RemediationStatus } from '@shipmate/domain/remediation';
import { fencePlainText } from '@shipmate/tools/kubernetes';

const statusTexts: Readonly<Record<RemediationStatus, string>> = {
  investigating: 'It is being investigated. Ask again with its id.',
  awaiting_approval: 'A person has to approve the plan on the page of clusters. You cannot.',
  executing: 'The plan is being carried out. Ask again with its id.',
  validating: 'The plan was carried out, and the cluster is being watched. Ask again with its id.',
  resolved: 'The plan was carried out, and the issue is resolved as far as the cluster shows.',
  not_resolved: 'The plan was carried out, and the issue is not resolved.',
  unverified: 'The plan was carried out; it is unknown if it resolved the issue.',
  failed: 'It failed.',
  refused: 'The plan was not carried out.',
  expired: 'The approval expired before a person decided.',
  proposed: 'The change belongs in a repository and was not made.',
  nothing_to_do: 'There is nothing to do.',
  stopped: 'A person stopped it.',
};

/** Describes the state of a remediation for a model. Cluster data is fenced. */
export function describeRemediation(remediation: Remediation): string {
  const { id, status, reason, analysis, plan, checks, progress, watch, isQueued } = remediation;
  const known = [
    ...(reason === null ? [] : [reason]),
    ...(status === 'validating' && watch?.waitingFor ? [`${watch.waitingFor} Known by ${watch.until}.`] : []),
    ...(analysis === null ? [] : [`Root cause: ${analysis.rootCause}`, `Summary: ${analysis.summary}`]),
    ...(plan === null ? [] : describePlan(plan, progress)),
    ...checks.map(
      ({ object, before, after }) => `${object}: ${before.state} -> ${after?.state ?? 'not checked again yet'}`,
    ),
  ];
  const facts = known.length === 0 ? [] : [fencePlainText(known.join('\n'), { source: 'object' })];
  const text = isQueued
    ? 'It is queued for a worker with access to a cluster. Ask again with its id.'
    : statusTexts[status];
  return [`Remediation ${id}: ${status}. ${text}`, ...facts].join('\n');
}

function describePlan({ actions }: RemediationPlan, progress: Remediation['progress']): readonly string[] {
  return actions.flatMap(({ id, description, risk, difference }) => {
    const { status, error = null } = progress.find((each) => each.id === id) ?? { status: 'planned' };
    const outcome = error === null ? status : `${status}: ${error}`;
    return [`${id} (${outcome}; ${risk.level} risk: ${risk.reasons.join(' ')}): ${description}`, difference];
  });
}
