import { AppError, type Clock, defineTool, systemClock, type ToolContext } from '@shipmate/core';
import {
  annotationsOf,
  isOwnedBy,
  type JsonObject,
  type KubeObject,
  kindOf,
  namespaceOf,
  numberAt,
  objectAt,
  objectsAt,
  textAt,
} from '@shipmate/domain/cluster/object';
import { toUnifiedDiff } from '@shipmate/domain/text';
import { z } from 'zod';
import { clusterAnswerSchema, toModelText } from './answer/cluster-answer.ts';
import { clusterInput, roomFor } from './answer/cluster-input.ts';
import { pageText } from './answer/page-text.ts';
import { toTableLine } from './answer/table-text.ts';
import type { ClusterReader } from './api/cluster-reader.ts';
import type { KubernetesPort } from './api/kubernetes-port.ts';
import { findObject } from './get/find-object.ts';
import { resolveNamed } from './get/target.ts';
import { ageOf } from './object/age.ts';
import { pruneObject } from './object/prune-object.ts';
import { toYaml } from './object/to-yaml.ts';

export const kubectlRolloutHistory = defineTool({
  name: 'kubectl_rollout_history',
  description:
    'Lists the revisions of a Deployment, StatefulSet or DaemonSet with age, cause and images; with revision, the changes of that ' +
    'revision. Use it when something broke after a change.',
  effect: 'read',
  openWorld: true,
  timeoutMs: 60_000,
  maxResultChars: 80_000,
  input: () =>
    z.object({
      resource: z.string().trim().min(1).max(400).describe('kind/name, such as "deployment/web".'),
      namespace: clusterInput.namespace.describe('Optional when only one has an object of that name.'),
      revision: z.number().int().min(1).optional().describe('Number of one revision.'),
      context: clusterInput.context,
      cursor: clusterInput.cursor,
      maxTokens: clusterInput.maxTokens,
    }),
  output: clusterAnswerSchema,
  async execute(input, { ports, principal, signal }: ToolContext<{ kubernetes: KubernetesPort; clock?: Clock }>) {
    const { context, revision, cursor, maxTokens } = input;
    const now = (ports.clock ?? systemClock).now();
    const reader = await ports.kubernetes.reader({ context, principal });
    const target = await resolveNamed(input, reader, signal);
    const { resource, name } = target;
    const workload = await findObject(target, reader, signal);
    const revisions = await readRevisions(workload, reader, { signal, now });
    return {
      context: reader.context,
      summary:
        revision === undefined
          ? `${revisions.length} kept revisions of ${resource.kind} "${name}", the newest last.`
          : `What revision ${revision} of ${resource.kind} "${name}" changed in its pods.`,
      ...pageText({
        text: revision === undefined ? listRevisions(revisions) : showChange(revisions, revision),
        question: ['rollout', resource.plural, namespaceOf(workload), name, revision],
        cursor,
        maxTokens: roomFor(maxTokens),
        narrow: 'Give revision to see one.',
      }),
    };
  },
  toModel: toModelText,
});

function listRevisions(revisions: readonly Revision[]): string {
  const rows = revisions.map(({ number, age, replicas, cause, template }) => [
    number,
    age,
    replicas,
    cause,
    imagesOf(template),
  ]);
  return [['REVISION', 'AGE', 'PODS', 'CAUSE', 'IMAGES'], ...rows].map(toTableLine).join('\n');
}

function showChange(revisions: readonly Revision[], wanted: number): string {
  const at = revisions.findIndex(({ number }) => number === wanted);
  const [before, revision] = [revisions[at - 1], revisions[at]];
  if (!revision) {
    const known = revisions.map(({ number }) => number).join(', ') || 'none';
    throw new AppError({ code: 'NOT_FOUND', message: `Revision ${wanted} not found. Available: ${known}.` });
  }
  const text = (each: Revision): string => `${toYaml(pruneObject(each.template))}\n`;
  return before ? toUnifiedDiff(text(before), text(revision)) : text(revision);
}

/** One revision of a workload. */
interface Revision {
  readonly number: number;
  readonly age: string;
  readonly cause: string;
  readonly template: JsonObject;
  /** The number of its pods; undefined when it is unknown. */
  readonly replicas: number | undefined;
}

/**
 * Reads the revisions of a Deployment, StatefulSet or DaemonSet, the newest last. @throws AppError `VALIDATION_ERROR`
 * for another kind.
 */
async function readRevisions(
  workload: KubeObject,
  reader: ClusterReader,
  { signal, now }: { readonly signal: AbortSignal; readonly now: Date },
): Promise<readonly Revision[]> {
  const source = sources[kindOf(workload)];
  if (source === undefined) {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: 'Only deployments, statefulsets and daemonsets have a rollout history.',
      details: { field: 'resource' },
    });
  }
  const resource = await reader.resolve(source.resource, signal);
  const { items } = await reader.list(resource, { namespace: namespaceOf(workload) }, signal);
  return items
    .filter((item) => isOwnedBy(item, workload))
    .map((item) => ({
      age: ageOf(textAt(item, 'metadata', 'creationTimestamp'), now),
      cause: textAt(annotationsOf(item), 'kubernetes.io/change-cause') ?? '',
      ...source.read(item),
    }))
    .sort((one, other) => one.number - other.number);
}

interface RevisionSource {
  readonly resource: string;
  readonly read: (item: KubeObject) => Pick<Revision, 'number' | 'template' | 'replicas'>;
}

const controllerRevisions: RevisionSource = {
  resource: 'controllerrevisions.apps',
  read: (item) => ({
    number: numberAt(item, 'revision'),
    template: objectAt(item, 'data', 'spec', 'template'),
    replicas: undefined,
  }),
};

const sources: Readonly<Record<string, RevisionSource>> = {
  Deployment: {
    resource: 'replicasets.apps',
    read: (item) => ({
      number: Number(annotationsOf(item)['deployment.kubernetes.io/revision'] ?? 0),
      template: objectAt(item, 'spec', 'template'),
      replicas: numberAt(item, 'status', 'replicas'),
    }),
  },
  StatefulSet: controllerRevisions,
  DaemonSet: controllerRevisions,
};

/** Returns the images of a pod template, which is what most rollouts change. */
function imagesOf(template: JsonObject): string {
  return objectsAt(template, 'spec', 'containers')
    .map((container) => textAt(container, 'image') ?? '')
    .join(', ');
}
