import { defineTool, type ToolContext } from '@shipmate/core';
import { type KubeObject, namespaceOf } from '@shipmate/domain/cluster';
import { z } from 'zod';
import { type ClusterAnswer, clusterAnswerSchema, toModelText } from './answer/cluster-answer.ts';
import { clusterInput, roomFor } from './answer/cluster-input.ts';
import { pageText } from './answer/page-text.ts';
import type { ClusterReader } from './api/cluster-reader.ts';
import type { KubernetesPort } from './api/kubernetes-port.ts';
import { findObject } from './get/find-object.ts';
import { listTable } from './get/list-table.ts';
import { type NamedTarget, resolveTarget } from './get/target.ts';
import { parseObjectPath, selectPath } from './object/object-path.ts';
import { pruneObject } from './object/prune-object.ts';
import { toYaml } from './object/to-yaml.ts';

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

/** The object and the columns to show. */
interface ObjectWish {
  readonly target: NamedTarget;
  /** Paths; the whole object when absent. */
  readonly columns: readonly string[] | undefined;
  readonly cursor: string | undefined;
  readonly maxTokens: number;
}

/** Shows one object as YAML, or the values at some of its paths. */
async function showObject(
  { target, columns = [], cursor, maxTokens }: ObjectWish,
  reader: ClusterReader,
  signal: AbortSignal,
): Promise<Omit<ClusterAnswer, 'context'>> {
  const paths = columns.filter((name) => name.toLowerCase() !== 'wide');
  const object = await findObject(target, reader, signal);
  const shown = paths.length === 0 ? pruneObject(object) : selectPaths(object, paths);
  const { resource, name } = target;
  const namespace = namespaceOf(object);
  const place = namespace === undefined ? '' : ` in namespace "${namespace}"`;
  return {
    summary: `${resource.kind} "${name}"${place}${paths.length === 0 ? ', without what is default' : ''}.`,
    ...pageText({
      text: toYaml(shown),
      question: [resource.plural, resource.group, namespace, name, paths],
      cursor,
      maxTokens,
      narrow: 'Narrow with columns, for example ["status.conditions"].',
    }),
  };
}

function selectPaths(object: KubeObject, paths: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    paths.map((path) => {
      const found = selectPath(object, parseObjectPath(path));
      return [path, found.length === 0 ? 'nothing is there' : found.length === 1 ? found[0] : found];
    }),
  );
}
