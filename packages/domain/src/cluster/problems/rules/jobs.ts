import { conditionOf, isCondition } from '../../object/condition.ts';
import { isOwnedBy, type KubeObject, nameOf, namespaceOf, ownerOf } from '../../object/kube-object.ts';
import { entryOf, numberAt, objectAt, objectsAt, textAt } from '../../object/read-value.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { conditionEvidence, evidence, eventEvidence, sinceCondition } from '../evidence.ts';
import type { Finding } from '../problem-rule.ts';

/** Finds jobs that failed, are failing, or are blocked. */
export function findJobProblems(objects: ClusterObjects): readonly Finding[] {
  return objects.all('Job').flatMap((job): readonly Finding[] => {
    if (isCondition(job, 'Failed', 'True')) return hasSucceededSince(job, objects) ? [] : [toFailed(job, objects)];
    if (isCondition(job, 'Suspended', 'True')) return [toSuspended(job)];
    const failed = numberAt(job, 'status', 'failed');
    if (failed === 0 || isCondition(job, 'Complete', 'True')) return [];
    return [
      {
        severity: 'warning',
        reason: 'JobFailing',
        object: job,
        message: `${failed} of its pods have failed so far; it tries again.`,
        evidence: [...evidence('status.failed', String(failed)), ...exitEvidence(job, objects)],
        next: 'Read the log of a pod that failed.',
      },
    ];
  });
}

/** Checks whether its CronJob has a later successful run. */
function hasSucceededSince(job: KubeObject, objects: ClusterObjects): boolean {
  const owner = ownerOf(job);
  if (owner?.kind !== 'CronJob') return false;
  const began = textAt(job, 'status', 'startTime') ?? '';
  return objects
    .ownedBy(owner, 'Job')
    .some((other) => isCondition(other, 'Complete', 'True') && (textAt(other, 'status', 'startTime') ?? '') > began);
}

function toFailed(job: KubeObject, objects: ClusterObjects): Finding {
  const reason = textAt(conditionOf(job, 'Failed'), 'reason') ?? 'Failed';
  const meanings: Readonly<Record<string, string>> = {
    BackoffLimitExceeded: 'It has failed: its pods failed more often than its backoffLimit allows.',
    DeadlineExceeded: 'It has failed: it exceeded its deadline.',
    PodFailurePolicy: 'It has failed: its pod failure policy does not allow a retry of the failed pod.',
  };
  return {
    severity: 'critical',
    reason: `Job${reason}`,
    object: job,
    message: entryOf(meanings, reason) ?? 'It has failed.',
    evidence: [
      ...conditionEvidence(job, 'Failed'),
      ...exitEvidence(job, objects),
      ...eventEvidence(job, objects, /^FailedCreate:/),
    ],
    next: 'Read the log of its newest pod; if no pod is left, run it again and watch it.',
    since: sinceCondition(job, 'Failed'),
  };
}

function toSuspended(job: KubeObject): Finding {
  return {
    severity: 'info',
    reason: 'JobSuspended',
    object: job,
    message: 'It is suspended: it does nothing until it is resumed.',
    evidence: evidence('spec.suspend', textAt(job, 'spec', 'suspend')),
    next: 'Check whether it was suspended on purpose, or by a queue.',
    since: sinceCondition(job, 'Suspended'),
  };
}

/** Returns the exit of the newest of its pods. */
function exitEvidence(job: KubeObject, objects: ClusterObjects): Finding['evidence'] {
  const owner = { kind: 'Job', namespace: namespaceOf(job), name: nameOf(job) };
  const pods = objects.ownedBy(owner, 'Pod').filter((pod) => isOwnedBy(pod, job));
  const ends = pods.flatMap((pod) =>
    objectsAt(pod, 'status', 'containerStatuses').flatMap((status) =>
      ['state', 'lastState'].map((field) => ({ pod, ended: objectAt(status, field, 'terminated') })),
    ),
  );
  const newest = ends
    .filter(({ ended }) => numberAt(ended, 'exitCode') !== 0)
    .toSorted((one, other) =>
      (textAt(one.ended, 'finishedAt') ?? '').localeCompare(textAt(other.ended, 'finishedAt') ?? ''),
    )
    .at(-1);
  if (!newest) return [];
  const said = [textAt(newest.ended, 'reason'), `exit code ${textAt(newest.ended, 'exitCode')}`]
    .filter(Boolean)
    .join(', ');
  return evidence('status.containerStatuses[].state.terminated', said, `pod/${nameOf(newest.pod)}`);
}
