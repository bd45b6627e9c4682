import { AppError } from '@shipmate/core';
import {
  annotationsOf,
  isOwnedBy,
  type JsonObject,
  kindOf,
  type KubeObject,
  namespaceOf,
  numberAt,
  objectAt,
  objectsAt,
  textAt,
} from '@shipmate/domain/cluster';
import type { ClusterReader } from '../api/cluster-reader.ts';
import { ageOf } from '../object/age.ts';

/** One revision of a workload. */
export interface Revision {
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
export async function readRevisions(
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
export function imagesOf(template: JsonObject): string {
  return objectsAt(template, 'spec', 'containers')
    .map((container) => textAt(container, 'image') ?? '')
    .join(', ');
}
