import type { PatchType } from '@shipmate/domain/cluster';
import { type KubeObject, objectAt, textAt } from '@shipmate/domain/cluster/object';
import type { ClusterChanger } from '../api/cluster-changer.ts';
import type { ResolvedChange } from './resolve-change.ts';

/** Options for {@link makeChange}. */
interface ChangeOptions {
  /** The version that the object must have; any when absent. */
  readonly resourceVersion?: string | undefined;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** Makes a change, or a dry run of it, and returns the resulting object; `undefined` when it is deleted. */
export async function makeChange(
  changer: ClusterChanger,
  { change, resource, name, namespace, current }: ResolvedChange,
  { resourceVersion, now, signal }: ChangeOptions,
): Promise<KubeObject | undefined> {
  const place = { namespace, name, resourceVersion };
  const patch = (type: PatchType, body: unknown) => changer.patch(resource, { ...place, type, patch: body }, signal);
  switch (change.verb) {
    case 'apply':
      return changer.apply(resource, withVersion(change.object, resourceVersion), signal);
    case 'patch':
      return patch(change.type, change.patch);
    case 'scale':
      return patch('merge', { spec: { replicas: change.replicas } });
    case 'restart':
      return patch('merge', toRestart(now));
    case 'delete':
      await changer.delete(resource, { ...place, uid: textAt(current, 'metadata', 'uid') }, signal);
      return undefined;
  }
}

function withVersion(object: KubeObject, resourceVersion: string | undefined): KubeObject {
  const { resourceVersion: _, ...metadata } = objectAt(object, 'metadata');
  return { ...object, metadata: { ...metadata, ...(resourceVersion !== undefined && { resourceVersion }) } };
}

/** Restarts a workload as kubectl does: a new annotation on its pod template makes it replace its pods. */
function toRestart(now: Date): KubeObject {
  const annotations = { 'kubectl.kubernetes.io/restartedAt': now.toISOString() };
  return { spec: { template: { metadata: { annotations } } } };
}
