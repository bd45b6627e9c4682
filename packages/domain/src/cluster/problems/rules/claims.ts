import { annotationsOf, type KubeObject, nameOf, namespaceOf } from '../../object/kube-object.ts';
import { objectsAt, textAt } from '../../object/read-value.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { evidence, eventEvidence } from '../evidence.ts';
import { hasLasted } from '../has-lasted.ts';
import type { Finding } from '../problem-rule.ts';

const graceSeconds = { volume: 60, use: 120 } as const;
const defaultClass = 'storageclass.kubernetes.io/is-default-class';
/** The scheduler writes the node for which a volume is to be provisioned. */
const selectedNode = 'volume.kubernetes.io/selected-node';
const failures = /^(?:ProvisioningFailed|FailedBinding|VolumeMismatch|ExternalProvisioning):/;

/** Finds claims without a volume, and claims that no pod uses. */
export function findClaimProblems(objects: ClusterObjects): readonly Finding[] {
  const claims = objects.all('PersistentVolumeClaim');
  const used = claims.length === 0 ? new Set<string>() : claimsInUse(objects);
  return claims.flatMap((claim): readonly Finding[] => {
    const phase = textAt(claim, 'status', 'phase');
    if (phase === 'Lost') return [toLost(claim)];
    if (phase !== 'Pending') return [];
    const cause = causeOf(claim, objects);
    if (cause !== undefined) return [toPending(claim, cause, objects)];
    if (waitsForConsumer(claim, objects)) return used.has(keyOf(claim)) ? [] : findUnused(claim, objects);
    return isOlder(claim, graceSeconds.volume, objects) ? [toPending(claim, 'none was provided', objects)] : [];
  });
}

/** Returns the keys of the claims that pods name. */
function claimsInUse(objects: ClusterObjects): ReadonlySet<string> {
  return new Set(
    objects
      .all('Pod')
      .flatMap((pod) =>
        objectsAt(pod, 'spec', 'volumes').flatMap((volume) => [
          `${namespaceOf(pod)}/${textAt(volume, 'persistentVolumeClaim', 'claimName')}`,
          ...('ephemeral' in volume ? [`${namespaceOf(pod)}/${nameOf(pod)}-${textAt(volume, 'name')}`] : []),
        ]),
      ),
  );
}

/**
 * Checks whether the volume is provisioned only once a pod that uses the claim has a node, and no attempt has
 * failed.
 */
function waitsForConsumer(claim: KubeObject, objects: ClusterObjects): boolean {
  if (annotationsOf(claim)[selectedNode] !== undefined) return false;
  if (eventEvidence(claim, objects, /^ProvisioningFailed:/).length > 0) return false;
  const mode = textAt(classOf(claim, objects), 'volumeBindingMode');
  if (mode !== undefined) return mode === 'WaitForFirstConsumer';
  return eventEvidence(claim, objects, /^WaitForFirstConsumer:/).length > 0;
}

function findUnused(claim: KubeObject, objects: ClusterObjects): readonly Finding[] {
  const isKnown = objects.knows('Pod', namespaceOf(claim));
  if (!isKnown || !isOlder(claim, graceSeconds.use, objects)) return [];
  const storageClass = classOf(claim, objects);
  const mode = textAt(storageClass, 'volumeBindingMode');
  return [
    {
      severity: 'info',
      reason: 'ClaimUnused',
      object: claim,
      message: 'No pod uses it. Its storage class provisions the volume for the first pod that does.',
      evidence: [
        ...(storageClass ? evidence('volumeBindingMode', mode, `storageclass/${nameOf(storageClass)}`) : []),
        ...eventEvidence(claim, objects, /^WaitForFirstConsumer:/),
      ],
      next: 'Delete the claim if nothing will use it.',
      since: createdAt(claim),
    },
  ];
}

function toPending(claim: KubeObject, cause: string, objects: ClusterObjects): Finding {
  return {
    severity: 'critical',
    reason: 'ClaimPending',
    object: claim,
    message: `It has no volume: ${cause}.`,
    evidence: [
      ...evidence('status.phase', 'Pending'),
      ...evidence('spec.storageClassName', textAt(claim, 'spec', 'storageClassName')),
      ...eventEvidence(claim, objects, failures),
    ],
    next: 'List the storage classes and the volumes, and check that the provisioner of the class runs.',
    since: createdAt(claim),
  };
}

function toLost(claim: KubeObject): Finding {
  return {
    severity: 'critical',
    reason: 'ClaimLost',
    object: claim,
    message: 'Its volume is gone, and with it the data.',
    evidence: [
      ...evidence('status.phase', 'Lost'),
      ...evidence('spec.volumeName', textAt(claim, 'spec', 'volumeName')),
    ],
    next: 'List the volumes, and restore the data from a backup.',
    since: createdAt(claim),
  };
}

/** Returns a cause that time does not remove. */
function causeOf(claim: KubeObject, objects: ClusterObjects): string | undefined {
  const className = textAt(claim, 'spec', 'storageClassName');
  if (className === '' || textAt(claim, 'spec', 'volumeName') !== undefined) return undefined;
  if (className !== undefined) {
    return objects.lacks('StorageClass', undefined, className) ? `there is no storage class "${className}"` : undefined;
  }
  const isKnown = objects.knows('StorageClass', undefined);
  return isKnown && classOf(claim, objects) === undefined
    ? 'it names no storage class, and none is the default'
    : undefined;
}

/** Returns the storage class of a claim, or the default one if it names none. */
function classOf(claim: KubeObject, objects: ClusterObjects): KubeObject | undefined {
  const className = textAt(claim, 'spec', 'storageClassName');
  if (className !== undefined) return objects.find('StorageClass', undefined, className);
  return objects.all('StorageClass').find((each) => annotationsOf(each)[defaultClass] === 'true');
}

function isOlder(claim: KubeObject, seconds: number, objects: ClusterObjects): boolean {
  return hasLasted(createdAt(claim), seconds, objects.now);
}

function createdAt(claim: KubeObject): string | undefined {
  return textAt(claim, 'metadata', 'creationTimestamp');
}

function keyOf(claim: KubeObject): string {
  return `${namespaceOf(claim)}/${nameOf(claim)}`;
}
