import { AppError, defineTool, type ToolContext } from '@shipmate/core';
import {
  formatCpu,
  formatMemory,
  type KubeObject,
  nameOf,
  namespaceOf,
  objectsAt,
  parseQuantity,
  textAt,
} from '@shipmate/domain/cluster/object';
import { z } from 'zod';
import { clusterAnswerSchema, toModelText } from './answer/cluster-answer.ts';
import { clusterInput, roomFor } from './answer/cluster-input.ts';
import { pageText } from './answer/page-text.ts';
import { toTableLine } from './answer/table-text.ts';
import type { ClusterReader, ListQuery } from './api/cluster-reader.ts';
import type { KubernetesPort } from './api/kubernetes-port.ts';

export const kubectlTop = defineTool({
  name: 'kubectl_top',
  description:
    'Shows the CPU and memory usage of pods, with requests and limits, or of nodes, highest first. Needs metrics-server.',
  effect: 'read',
  openWorld: true,
  timeoutMs: 60_000,
  maxResultChars: 80_000,
  input: () =>
    z.object({
      resource: z.enum(['pods', 'nodes']).default('pods'),
      namespace: clusterInput.namespace,
      labels: clusterInput.labels,
      sortBy: z.enum(['cpu', 'memory']).default('memory'),
      context: clusterInput.context,
      cursor: clusterInput.cursor,
      maxTokens: clusterInput.maxTokens,
    }),
  output: clusterAnswerSchema,
  async execute(input, { ports, principal, signal }: ToolContext<{ kubernetes: KubernetesPort }>) {
    const { resource, namespace, labels: labelSelector, sortBy, context, cursor, maxTokens } = input;
    const reader = await ports.kubernetes.reader({ context, principal });
    const isOfPods = resource === 'pods';
    const usage = isOfPods
      ? await readPodUsage({ namespace, labelSelector }, reader, signal)
      : await readNodeUsage({ labelSelector }, reader, signal);
    const header = isOfPods
      ? ['NAMESPACE', 'NAME', 'CPU', 'CPU REQUEST/LIMIT', 'MEMORY', 'MEMORY REQUEST/LIMIT']
      : ['NAME', 'CPU', 'CPU%', 'MEMORY', 'MEMORY%'];
    const rows = usage.toSorted((one, other) => other[sortBy] - one[sortBy]).map(({ cells }) => cells);
    return {
      context: reader.context,
      summary: `Usage of ${usage.length} ${resource}, by ${sortBy}.`,
      ...pageText({
        text: usage.length === 0 ? '' : [header, ...rows].map(toTableLine).join('\n'),
        question: ['top', resource, namespace, labelSelector, sortBy],
        cursor,
        maxTokens: roomFor(maxTokens),
        narrow: 'Narrow with namespace or labels.',
      }),
    };
  },
  toModel: toModelText,
});

/** CPU and memory usage of a pod or node, with its bounds. */
interface Usage {
  readonly cells: readonly string[];
  readonly cpu: number;
  readonly memory: number;
}

type Scope = Pick<ListQuery, 'namespace' | 'labelSelector'>;

/** Reads the usage of pods against their requests and limits. */
async function readPodUsage(scope: Scope, reader: ClusterReader, signal: AbortSignal): Promise<readonly Usage[]> {
  const pods = await reader.resolve('pods', signal);
  const [metrics, known] = await Promise.all([
    readMetrics('PodMetrics', scope, { reader, signal }),
    reader.list(pods, scope, signal),
  ]);
  const byName = new Map(known.items.map((pod) => [`${namespaceOf(pod)}/${nameOf(pod)}`, pod]));
  return metrics.map((metric) => {
    const pod = byName.get(`${namespaceOf(metric)}/${nameOf(metric)}`);
    const used = (resource: string) =>
      sum(objectsAt(metric, 'containers').map((each) => textAt(each, 'usage', resource)));
    const [cpu, memory] = [used('cpu'), used('memory')];
    return {
      cpu,
      memory,
      cells: [
        namespaceOf(metric) ?? '',
        nameOf(metric),
        formatCpu(cpu),
        boundsOf(pod, 'cpu', formatCpu),
        formatMemory(memory),
        boundsOf(pod, 'memory', formatMemory),
      ],
    };
  });
}

/** Reads the usage of nodes against their allocatable resources. */
async function readNodeUsage(scope: Scope, reader: ClusterReader, signal: AbortSignal): Promise<readonly Usage[]> {
  const nodes = await reader.resolve('nodes', signal);
  const [metrics, known] = await Promise.all([
    readMetrics('NodeMetrics', scope, { reader, signal }),
    reader.list(nodes, scope, signal),
  ]);
  const byName = new Map(known.items.map((node) => [nameOf(node), node]));
  return metrics.map((metric) => {
    const node = byName.get(nameOf(metric));
    const [cpu, memory] = ['cpu', 'memory'].map(
      (resource) => parseQuantity(textAt(metric, 'usage', resource)) ?? 0,
    ) as [number, number];
    const share = (used: number, resource: string) => {
      const whole = parseQuantity(textAt(node, 'status', 'allocatable', resource));
      return whole ? `${Math.round((100 * used) / whole)}%` : '';
    };
    return {
      cpu,
      memory,
      cells: [nameOf(metric), formatCpu(cpu), share(cpu, 'cpu'), formatMemory(memory), share(memory, 'memory')],
    };
  });
}

async function readMetrics(
  kind: 'PodMetrics' | 'NodeMetrics',
  scope: Scope,
  { reader, signal }: { readonly reader: ClusterReader; readonly signal: AbortSignal },
): Promise<readonly KubeObject[]> {
  const wanted = { apiVersion: 'metrics.k8s.io/v1beta1', kind };
  const catalog = await reader.catalog(signal);
  const known = catalog.findKind(wanted) ? catalog : await reader.catalog(signal, { maxAgeMs: 5_000 });
  const resource = known.findKind(wanted);
  if (resource) return (await reader.list(resource, scope, signal)).items;
  const isInstalled = known.unavailable.includes(wanted.apiVersion);
  throw new AppError({
    code: 'UNAVAILABLE',
    message: `${
      isInstalled
        ? 'The metrics API of this cluster does not respond: check APIService "v1beta1.metrics.k8s.io" and the pods of metrics-server.'
        : 'This cluster serves no metrics: metrics-server is not installed.'
    } Limits and restarts are in kubectl_describe.`,
    recoverable: false,
  });
}

/** Returns the requests and limits of all containers, such as `100m/500m`. */
function boundsOf(pod: KubeObject | undefined, resource: string, format: (amount: number) => string): string {
  const containers = objectsAt(pod, 'spec', 'containers');
  return ['requests', 'limits']
    .map((bound) => containers.map((container) => textAt(container, 'resources', bound, resource)))
    .map((amounts) => (amounts.every((amount) => amount === undefined) ? '-' : format(sum(amounts))))
    .join('/');
}

function sum(amounts: readonly (string | undefined)[]): number {
  return amounts.reduce((total, amount) => total + (parseQuantity(amount) ?? 0), 0);
}
