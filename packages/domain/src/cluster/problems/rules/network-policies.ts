import { type KubeObject, namespaceOf } from '../../object/kube-object.ts';
import { type JsonObject, objectAt, objectsAt } from '../../object/read-value.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { evidence } from '../evidence.ts';
import type { LabelIndex } from '../label-index.ts';
import { createCandidates, type LabelCandidates, nearestEvidence, nearestTo } from '../nearest-labels.ts';
import type { Finding } from '../problem-rule.ts';

/** Finds network policies that select no pod, and those that allow pods that do not exist. */
export function findNetworkPolicyProblems(objects: ClusterObjects): readonly Finding[] {
  const candidatesOf = createCandidates(objects);
  return objects
    .all('NetworkPolicy')
    .filter((policy) => objects.knows('Pod', namespaceOf(policy)))
    .flatMap((policy) => {
      const pods = objects.labelled(namespaceOf(policy), 'Pod');
      const selector = objectAt(policy, 'spec', 'podSelector');
      return pods.hasSelected(selector)
        ? findAbsentPeers(policy, pods)
        : [toSelectsNothing(policy, selector, candidatesOf(policy))];
    });
}

function toSelectsNothing(policy: KubeObject, selector: JsonObject, candidates: LabelCandidates): Finding {
  const nearest = nearestTo(objectAt(selector, 'matchLabels'), candidates);
  return {
    severity: 'info',
    reason: 'PolicySelectsNothing',
    object: policy,
    message: 'It protects nothing: no pod of the namespace has the labels that it selects.',
    evidence: [...evidence('spec.podSelector', JSON.stringify(selector)), ...nearestEvidence(nearest)],
    next: 'Compare the selector with the labels of the intended pods.',
  };
}

/** Finds peers in the policy's own namespace that match no pod. */
function findAbsentPeers(policy: KubeObject, pods: LabelIndex<KubeObject>): readonly Finding[] {
  return [['ingress', 'from'] as const, ['egress', 'to'] as const].flatMap(([direction, side]) =>
    objectsAt(policy, 'spec', direction)
      .flatMap((rule) => objectsAt(rule, side))
      .filter((peer) => 'podSelector' in peer && !('namespaceSelector' in peer))
      .map((peer) => objectAt(peer, 'podSelector'))
      .filter((selector) => !pods.hasSelected(selector))
      .map((selector) => ({
        severity: 'warning' as const,
        reason: 'PeerMatchesNothing',
        object: policy,
        message: `It allows traffic ${side} pods that do not exist, so the intended pods may be blocked.`,
        evidence: evidence(`spec.${direction}[].${side}[].podSelector`, JSON.stringify(selector)),
        next: 'Compare the selector with the labels of the pods to allow.',
      })),
  );
}
