import { conditionOf } from '../../object/condition.ts';
import { textAt } from '../../object/read-value.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { conditionEvidence } from '../evidence.ts';
import type { Finding } from '../problem-rule.ts';

/** Messages of the scheduler, and the next step for each. The first match wins. */
const advice: readonly (readonly [RegExp, string])[] = [
  [
    /persistentvolumeclaim "?[^ ]+"? not found/i,
    'The pod names a claim that does not exist. List the claims of the namespace.',
  ],
  [/unbound immediate PersistentVolumeClaims/i, 'A claim of the pod is not bound. Describe the claim.'],
  [/volume node affinity conflict/i, 'A volume of the pod is on a node or in a zone where the pod may not run.'],
  [/untolerated taint/i, 'Compare the taints of the nodes with the tolerations of the pod.'],
  [
    /node affinity|node selector|didn't match Pod's node/i,
    'Compare nodeSelector and affinity of the pod with the labels of the nodes.',
  ],
  [/Insufficient|Too many pods/i, 'Compare the requests of the pod with the free capacity of the nodes.'],
  [
    /topology spread|anti-affinity|affinity rules/i,
    'Compare the spread and affinity rules of the pod with the nodes of the other pods.',
  ],
  [/unschedulable|cordoned/i, 'Check which nodes are cordoned.'],
];

/** Finds pods for which no node fits. */
export function findSchedulingProblems(objects: ClusterObjects): readonly Finding[] {
  return objects.all('Pod').flatMap((pod): readonly Finding[] => {
    const condition = conditionOf(pod, 'PodScheduled');
    if (textAt(condition, 'status') !== 'False' || textAt(pod, 'metadata', 'deletionTimestamp') !== undefined)
      return [];
    const said = textAt(condition, 'message') ?? '';
    const isGated = textAt(condition, 'reason') === 'SchedulingGated';
    return [
      {
        severity: isGated ? 'info' : 'critical',
        reason: isGated ? 'SchedulingGated' : 'Unschedulable',
        object: pod,
        message: isGated
          ? 'The pod waits for a scheduling gate to be removed.'
          : "No node satisfies the pod's constraints.",
        evidence: conditionEvidence(pod, 'PodScheduled'),
        next:
          advice.find(([pattern]) => pattern.test(said))?.[1] ?? 'Describe the pod, and the nodes that it may run on.',
        since: textAt(condition, 'lastTransitionTime'),
      },
    ];
  });
}
