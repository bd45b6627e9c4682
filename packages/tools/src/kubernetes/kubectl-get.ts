import { defineTool, type ToolContext } from '@shipmate/core';
import { namespaceOf } from '@shipmate/domain/cluster/object';
import { z } from 'zod';
import { type ClusterAnswer, clusterAnswerSchema, toModelText } from './answer/cluster-answer.ts';
import { clusterInput, roomFor } from './answer/cluster-input.ts';
import type { ComputePort } from '../compute/compute-port.ts';
import type { ToolCaller } from '../context/tool-caller.ts';
import { pageText } from './answer/page-text.ts';
import type { ClusterReader } from './api/cluster-reader.ts';
import type { KubernetesPort } from './api/kubernetes-port.ts';
import { findObject } from './get/find-object.ts';
import { listTable } from './get/list-table.ts';
import { type NamedTarget, resolveTarget } from './get/target.ts';

/** Ports of {@link kubectlGet}. */
export interface GetPorts {
  readonly kubernetes: KubernetesPort;
  readonly compute: ComputePort;
}

export const kubectlGet = defineTool({
  name: 'kubectl_get',
  description:
    'Lists objects of one kind as a table, or shows a named object as YAML. Prefer kubectl_describe to find out what is wrong with one ' +
    'object. Values of Secrets are never shown.',
  effect: 'read',
  openWorld: true,
  timeoutMs: 60_000,
  maxResultChars: 80_000,
  input: () =>
    z.object({
      resource: z
        .string()
        .trim()
        .min(1)
        .max(400)
        .describe('A kind ("pods", "svc", "certificates.cert-manager.io") or kind/name.'),
      namespace: clusterInput.namespace,
      name: z.string().trim().min(1).max(253).optional().describe('Name of one object.'),
      labels: clusterInput.labels,
      fieldSelector: clusterInput.fieldSelector,
      context: clusterInput.context,
      columns: z
        .array(z.string().trim().min(1).max(300))
        .max(20)
        .optional()
        .describe('Columns, ["wide"] for all, or paths such as "spec.containers[*].image".'),
      cursor: clusterInput.cursor,
      maxTokens: clusterInput.maxTokens,
    }),
  output: clusterAnswerSchema,
  async execute(input, { ports, principal, signal }: ToolContext<GetPorts>) {
    const { labels, fieldSelector, context, columns, cursor } = input;
    const reader = await ports.kubernetes.reader({ context, principal });
    const target = await resolveTarget(input, reader, signal);
    const maxTokens = roomFor(input.maxTokens);
    const { name } = target;
    const answer =
      name === undefined
        ? await listTable({ target, labels, fieldSelector, columns, cursor, maxTokens }, reader, signal)
        : await showObject(
            { target: { ...target, name }, columns, cursor, maxTokens },
            { reader, compute: ports.compute, principal, signal },
          );
    return { context: reader.context, ...answer };
  },
  toModel: toModelText,
});

/** The object and the columns to show. */
interface ObjectRequest {
  readonly target: NamedTarget;
  /** Paths; the whole object when absent. */
  readonly columns: readonly string[] | undefined;
  readonly cursor: string | undefined;
  readonly maxTokens: number;
}

/** The cluster of an object, and the port that renders it. */
interface ObjectSource extends ToolCaller {
  readonly reader: ClusterReader;
  readonly compute: ComputePort;
}

/** Shows one object as YAML, or the values at some of its paths. */
async function showObject(
  { target, columns = [], cursor, maxTokens }: ObjectRequest,
  { reader, compute, principal, signal }: ObjectSource,
): Promise<Omit<ClusterAnswer, 'context'>> {
  const paths = columns.filter((name) => name.toLowerCase() !== 'wide');
  const object = await findObject(target, reader, signal);
  const text = await compute.run('renderObjectText', [JSON.stringify(object), paths], { principal, signal });
  const { resource, name } = target;
  const namespace = namespaceOf(object);
  const place = namespace === undefined ? '' : ` in namespace "${namespace}"`;
  return {
    summary: `${resource.kind} "${name}"${place}${paths.length === 0 ? ', without what is default' : ''}.`,
    ...pageText({
      text,
      question: [resource.plural, resource.group, namespace, name, paths],
      cursor,
      maxTokens,
      narrow: 'Narrow with columns, for example ["status.conditions"].',
    }),
  };
}
