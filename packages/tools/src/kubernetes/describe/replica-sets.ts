import {
  annotationsOf,
  isOwnedBy,
  kindOf,
  type KubeObject,
  nameOf,
  namespaceOf,
  numberAt,
  textAt,
} from '@shipmate/domain/cluster';
import type { ClusterReader } from '../api/cluster-reader.ts';
import type { Section } from './section.ts';

const revisionKey = 'deployment.kubernetes.io/revision';

/** Returns the ReplicaSets of a Deployment, the newest revision first; none for another kind. */
export async function findReplicaSets(
  object: KubeObject,
  reader: ClusterReader,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  if (kindOf(object) !== 'Deployment') return [];
  const resource = await reader.resolve('replicasets.apps', signal);
  const { items } = await reader.list(resource, { namespace: namespaceOf(object) }, signal);
  return items.filter((set) => isOwnedBy(set, object)).toSorted((one, other) => revisionOf(other) - revisionOf(one));
}

/** Describes the ReplicaSets that have pods, and always the newest. */
export function describeReplicaSets(sets: readonly KubeObject[]): Section {
  const shown = sets.filter((set, index) => index === 0 || numberAt(set, 'status', 'replicas') > 0);
  return {
    title: 'ReplicaSets',
    lines: shown.map((set) => {
      const ready = numberAt(set, 'status', 'readyReplicas');
      const wanted = textAt(set, 'spec', 'replicas') ?? '1';
      return `${nameOf(set)}, revision ${revisionOf(set)}: ${ready} of ${wanted} ready`;
    }),
  };
}

function revisionOf(set: KubeObject): number {
  return Number(annotationsOf(set)[revisionKey]) || 0;
}
