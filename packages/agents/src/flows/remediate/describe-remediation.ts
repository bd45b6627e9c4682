import type { Remediation, RemediationPlan, RemediationStatus } from '@shipmate/domain/remediation';
import { fencePlainText } from '@shipmate/tools/kubernetes';

const statusTexts: Readonly<Record<RemediationStatus, string>> = {
  investigating: 'It is being investigated. Read the status later with its id.',
  awaiting_approval: "The plan waits for a person's approval on the clusters page. You cannot approve it.",
  executing: 'The plan is being executed. Read the status later with its id.',
  validating: 'The plan was executed, and the cluster is being watched. Read the status later with its id.',
  resolved: 'The plan was executed, and the issue is resolved as far as the cluster shows.',
  not_resolved: 'The plan was executed, and the issue is not resolved.',
  unverified: 'The plan was executed; it is unknown if it resolved the issue.',
  failed: 'It failed.',
  refused: 'The plan was not executed.',
  expired: 'The approval expired before a person decided.',
  proposed: 'The change must be made in a repository and was not made in the cluster.',
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
    ? 'It is queued for a worker with access to a cluster. Read the status later with its id.'
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
