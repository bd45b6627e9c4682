import { defineTool, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import { clusterAnswerSchema, toModelText } from './answer/cluster-answer.ts';
import { clusterInput, roomFor } from './answer/cluster-input.ts';
import { pageText } from './answer/page-text.ts';
import { toTableLine } from './answer/table-text.ts';
import type { KubernetesPort } from './api/kubernetes-port.ts';
import { readNodeUsage, readPodUsage } from './top/usage.ts';

export const kubectlTop = defineTool({
  name: 'kubectl_top',
  description:
    'Shows what pods or nodes use of processors and memory now, the greediest first: pods against their requests and limits, nodes ' +
    'against what they can give. It needs metrics-server in the cluster and says so when there is none.',
  effect: 'read',
  openWorld: true,
  timeoutMs: 60_000,
  maxResultChars: 80_000,
  input: z.object({
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
