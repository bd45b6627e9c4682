import { isCondition } from '../object/condition.ts';
import { type KubeObject, labelsOf, nameOf } from '../object/kube-object.ts';
import { parseQuantity } from '../object/quantity.ts';
import { objectsAt, textAt } from '../object/read-value.ts';
import type { ClusterObjects } from '../problems/cluster-objects.ts';

/** How a node is, and how much of it is spoken for. */
export interface NodeHealth {
  readonly name: string;
  readonly isReady: boolean;
  readonly isCordoned: boolean;
  readonly roles: readonly string[];
  /** Of its kubelet. */
  readonly version: string;
  readonly pods: number;
  /** What its pods request, as a part of what it can give; null where it does not say what that is. */
  readonly cpu: number | null;
  readonly memory: number | null;
}

const rolePrefix = 'node-role.kubernetes.io/';

/** The nodes in the order of their names; none where only one namespace was looked at, for others have pods on them too. */
export function healthOfNodes(objects: ClusterObjects): readonly NodeHealth[] {
  if (objects.namespace !== undefined) return [];
  const running = objects.all('Pod').filter((pod) => !hasEnded(pod));
  const byNode = Map.groupBy(running, (pod) => textAt(pod, 'spec', 'nodeName'));
  return objects
    .all('Node')
    .map((node) => toHealth(node, byNode.get(nameOf(node)) ?? []))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

function toHealth(node: KubeObject, pods: readonly KubeObject[]): NodeHealth {
  return {
    name: nameOf(node),
    isReady: isCondition(node, 'Ready', 'True'),
    isCordoned: textAt(node, 'spec', 'unschedulable') === 'true',
    roles: Object.keys(labelsOf(node)).flatMap((label) =>
      label.startsWith(rolePrefix) ? [label.slice(rolePrefix.length)] : [],
    ),
    version: textAt(node, 'status', 'nodeInfo', 'kubeletVersion') ?? '',
    pods: pods.length,
    cpu: requestedShare(node, pods, 'cpu'),
    memory: requestedShare(node, pods, 'memory'),
  };
}

function requestedShare(node: KubeObject, pods: readonly KubeObject[], resource: string): number | null {
  const whole = parseQuantity(textAt(node, 'status', 'allocatable', resource));
  if (!whole) return null;
  const requested = pods
    .flatMap((pod) => objectsAt(pod, 'spec', 'containers'))
    .reduce((sum, each) => sum + (parseQuantity(textAt(each, 'resources', 'requests', resource)) ?? 0), 0);
  return requested / whole;
}

function hasEnded(pod: KubeObject): boolean {
  return ['Succeeded', 'Failed'].includes(textAt(pod, 'status', 'phase') ?? '');
}
