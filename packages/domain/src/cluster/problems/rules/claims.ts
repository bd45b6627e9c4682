import { annotationsOf, type KubeObject } from '../../object/kube-object.ts';
import { textAt } from '../../object/read-value.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { evidence, eventEvidence } from '../evidence.ts';
import { hasLasted } from '../has-lasted.ts';
import type { Finding } from '../problem-rule.ts';

const patienceSeconds = 60;
const defaultClass = 'storageclass.kubernetes.io/is-default-class';

/** Claims without a volume. */
export function findClaimProblems(objects: ClusterObjects): readonly Finding[] {
  return objects.all('PersistentVolumeClaim').flatMap((claim): readonly Finding[] => {
    const phase = textAt(claim, 'status', 'phase');
    const since = textAt(claim, 'metadata', 'creationTimestamp');
    const isSlow = phase === 'Pending' && hasLasted(since, patienceSeconds, objects.now);
    const waiting = eventEvidence(claim, objects, /^WaitForFirstConsumer:/);
    const cause = causeOf(claim, objects);
    // A claim that waits for a pod to use it is as it should be.
    if (phase !== 'Lost' && (!isSlow || (waiting.length > 0 && cause === undefined))) return [];
    return [
      {
        severity: 'critical',
        reason: phase === 'Lost' ? 'ClaimLost' : 'ClaimPending',
        object: claim,
        message:
          phase === 'Lost'
            ? 'Its volume is gone, and with it the data.'
            : `It has no volume: ${cause ?? 'none was provided'}.`,
        evidence: [
          ...evidence('status.phase', phase),
          ...evidence('spec.storageClassName', textAt(claim, 'spec', 'storageClassName')),
          ...eventEvidence(claim, objects, /^(?:ProvisioningFailed|FailedBinding|VolumeMismatch):/),
        ],
        next: 'List the storage classes and the volumes, and see whether the provisioner of the class runs.',
        since,
      },
    ];
  });
}

function causeOf(claim: KubeObject, objects: ClusterObjects): string | undefined {
  const wanted = textAt(claim, 'spec', 'storageClassName');
  if (wanted === '' || textAt(claim, 'spec', 'volumeName') !== undefined) return undefined;
  if (wanted !== undefined) {
    return objects.lacks('StorageClass', undefined, wanted) ? `there is no storage class "${wanted}"` : undefined;
  }
  const isKnown = objects.knows('StorageClass', undefined);
  const hasDefault = objects.all('StorageClass').some((each) => annotationsOf(each)[defaultClass] === 'true');
  return isKnown && !hasDefault ? 'it names no storage class, and none is the default' : undefined;
}
