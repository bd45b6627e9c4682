import {
  formatCpu,
  formatMemory,
  type KubeObject,
  nameOf,
  namespaceOf,
  objectsAt,
  parseQuantity,
  textAt,
} from '@shipmate/domain/cluster';
import type { ClusterReader } from '../api/cluster-reader.ts';
import type { Section } from './section.ts';

const maxNames = 40;

/** Describes the pods on a node and how much of its capacity they request. */
export async function describeNodePods(node: KubeObject, reader: ClusterReader, signal: AbortSignal): Promise<Section> {
  const fieldSelector = `spec.nodeName=${nameOf(node)}`;
  const { items, remaining = 0 } = await reader.list(await reader.resolve('pods', signal), { fieldSelector }, signal);
  const names = items.slice(0, maxNames).map((pod) => `${namespaceOf(pod)}/${nameOf(pod)}`);
  const more = items.length + remaining - names.length;
  return {
    title: `Pods on it: ${items.length + remaining}`,
    lines: [
      ...(names.length === 0 ? [] : [`${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]),
      describeShare(node, items, { resource: 'cpu', format: formatCpu }),
      describeShare(node, items, { resource: 'memory', format: formatMemory }),
    ],
  };
}

/** Describes requests and limits of running pods against the node's allocatable resources. */
function describeShare(
  node: KubeObject,
  pods: readonly KubeObject[],
  { resource, format }: { readonly resource: string; readonly format: (amount: number) => string },
): string {
  const running = pods.filter((pod) => !['Succeeded', 'Failed'].includes(textAt(pod, 'status', 'phase') ?? ''));
  const containers = running.flatMap((pod) => objectsAt(pod, 'spec', 'containers'));
  const total = (bound: string) =>
    containers.reduce((sum, each) => sum + (parseQuantity(textAt(each, 'resources', bound, resource)) ?? 0), 0);
  const whole = parseQuantity(textAt(node, 'status', 'allocatable', resource)) ?? 0;
  const share = (amount: number) => `${format(amount)}${whole > 0 ? ` (${Math.floor((100 * amount) / whole)}%)` : ''}`;
  return `${resource}: requests ${share(total('requests'))}, limits ${share(total('limits'))} of ${format(whole)}`;
}
