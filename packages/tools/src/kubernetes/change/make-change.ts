import { type KubeObject, objectAt, type PatchType, textAt } from '@shipmate/domain/cluster';
import type { ClusterChanger } from '../api/cluster-changer.ts';
import type { ResolvedChange } from './resolve-change.ts';

/** How {@link makeChange} makes it. */
export interface ChangeOptions {
  /** The object has to be in this version; any when absent. */
  readonly resourceVersion?: string | undefined;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** Has a change made, or tried, and returns the object as it is then; `undefined` when it is deleted. */
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

/** As kubectl does it: a new annotation of its template makes a workload replace its pods. */
function toRestart(now: Date): KubeObject {
  const annotations = { 'kubectl.kubernetes.io/restartedAt': now.toISOString() };
  return { spec: { template: { metadata: { annotations } } } };
}
