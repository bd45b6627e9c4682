import { defineTool, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import { clusterAnswerSchema, toModelText } from './answer/cluster-answer.ts';
import { clusterInput, roomFor } from './answer/cluster-input.ts';
import type { KubernetesPort } from './api/kubernetes-port.ts';
import { listTable } from './get/list-table.ts';
import { showObject } from './get/show-object.ts';
import { resolveTarget } from './get/target.ts';

export const kubectlGet = defineTool({
  name: 'kubectl_get',
  description:
    'Lists Kubernetes objects of one kind as a table, or shows one object as YAML when it is named. Prefer kubectl_describe to find ' +
    'out what is wrong with one object. Narrow with namespace, labels, fieldSelector and columns. Values of Secrets and passwords are ' +
    'never shown.',
  effect: 'read',
  openWorld: true,
  timeoutMs: 60_000,
  maxResultChars: 80_000,
  input: z.object({
    resource: z
      .string()
      .trim()
      .min(1)
      .max(400)
      .describe('Any name of a kind ("pods", "svc", "certificates.cert-manager.io"), or kind/name.'),
    namespace: clusterInput.namespace,
    name: z.string().trim().min(1).max(253).optional().describe('Name of one object.'),
    labels: clusterInput.labels,
    fieldSelector: clusterInput.fieldSelector,
    context: clusterInput.context,
    columns: z
      .array(z.string().trim().min(1).max(300))
      .max(20)
      .optional()
      .describe('What to show: columns, ["wide"] for all, or paths such as "spec.containers[*].image".'),
    cursor: clusterInput.cursor,
    maxTokens: clusterInput.maxTokens,
  }),
  output: clusterAnswerSchema,
  async execute(input, { ports, principal, signal }: ToolContext<{ kubernetes: KubernetesPort }>) {
    const { labels, fieldSelector, context, columns, cursor } = input;
    const reader = await ports.kubernetes.reader({ context, principal });
    const target = await resolveTarget(input, reader, signal);
    const maxTokens = roomFor(input.maxTokens);
    const { name } = target;
    const answer =
      name === undefined
        ? await listTable({ target, labels, fieldSelector, columns, cursor, maxTokens }, reader, signal)
        : await showObject({ target: { ...target, name }, columns, cursor, maxTokens }, reader, signal);
    return { context: reader.context, ...answer };
  },
  toModel: toModelText,
});
