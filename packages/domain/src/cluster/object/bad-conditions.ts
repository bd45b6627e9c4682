import { kindOf, type KubeObject } from './kube-object.ts';
import { entryOf, type JsonObject, objectsAt, textAt } from './read-value.ts';

/** The status at which a kind's conditions are bad. */
interface Polarity {
  /** Types that are bad when True. */
  readonly badWhenTrue: ReadonlySet<string> | 'all others';
  /** Types that are bad when False, if `badWhenTrue` is all others. */
  readonly goodWhenTrue?: ReadonlySet<string>;
}

/**
 * Kinds of Kubernetes with conditions that are bad when True. Any other kind is judged by the names of its
 * types.
 */
const polarities: Readonly<Record<string, Polarity>> = {
  Node: { badWhenTrue: 'all others', goodWhenTrue: new Set(['Ready']) },
  Namespace: { badWhenTrue: 'all others' },
  Pod: { badWhenTrue: new Set(['DisruptionTarget', 'PodResizePending', 'PodResizeInProgress']) },
  Deployment: { badWhenTrue: new Set(['ReplicaFailure']) },
  ReplicaSet: { badWhenTrue: new Set(['ReplicaFailure']) },
  ReplicationController: { badWhenTrue: new Set(['ReplicaFailure']) },
  Job: { badWhenTrue: new Set(['Failed', 'FailureTarget', 'Suspended']) },
  HorizontalPodAutoscaler: { badWhenTrue: new Set(['ScalingLimited']) },
  PersistentVolumeClaim: { badWhenTrue: 'all others' },
  CertificateSigningRequest: { badWhenTrue: new Set(['Denied', 'Failed']) },
  CustomResourceDefinition: { badWhenTrue: new Set(['NonStructuralSchema', 'Terminating']) },
  FlowSchema: { badWhenTrue: new Set(['Dangling']) },
};

/** Names that custom resources give to conditions that are bad when True. */
const badNames =
  /(?:Pressure|Fail(?:ed|ure|ing)?|Error|Denied|Conflict(?:ed)?|Remaining)$|^(?:Stalled|Degraded|Reconciling|Suspended|Paused|Terminating|Deleting|Blocked|Invalid\w*)$/;

/** Reasons with which a condition is normal despite its status. */
const harmlessReasons: ReadonlySet<string> = new Set(['PodCompleted', 'TooFewReplicas', 'ScalingDisabled']);

/** Returns the conditions of an object that are bad. */
export function badConditionsOf(object: KubeObject): readonly JsonObject[] {
  const isBadWhenTrue = readPolarity(kindOf(object));
  return objectsAt(object, 'status', 'conditions').filter((condition) => {
    if (harmlessReasons.has(textAt(condition, 'reason') ?? '')) return false;
    const status = textAt(condition, 'status') ?? '';
    if (!isBadWhenTrue(textAt(condition, 'type') ?? '')) return status !== 'True';
    return status === 'True' || (status === 'Unknown' && kindOf(object) === 'Node');
  });
}

function readPolarity(kind: string): (type: string) => boolean {
  const polarity = entryOf(polarities, kind);
  if (polarity === undefined) return (type) => badNames.test(type);
  const { badWhenTrue, goodWhenTrue } = polarity;
  return (type) => (badWhenTrue === 'all others' ? !goodWhenTrue?.has(type) : badWhenTrue.has(type));
}
