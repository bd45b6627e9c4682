import { isCondition } from '../object/condition.ts';
import { type KubeObject, labelsOf, nameOf } from '../object/kube-object.ts';
import { parseQuantity } from '../object/quantity.ts';
import { objectsAt, textAt } from '../object/read-value.ts';
import type { ClusterObjects } from '../problems/cluster-objects.ts';

/** Health of a node and its allocated share. */
export interface NodeHealth {
  readonly name: string;
  readonly isReady: boolean;
  readonly isCordoned: boolean;
  readonly roles: readonly string[];
  /** Version of its kubelet. */
  readonly version: string;
  readonly pods: number;
  /** Share of its allocatable CPU that its pods request; null if the allocatable amount is unknown. */
  readonly cpu: number | null;
  readonly memory: number | null;
}

const rolePrefix = 'node-role.kubernetes.io/';

/**
 * Lists the nodes by name; empty if a single namespace was read, because pods of other namespaces use the
 * nodes too.
 */
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
