import { type Principal, systemClock } from '@shipmate/core';
import type { TriedObject } from '@shipmate/domain';
import { inNamespace, titleOf, tryApply } from '@shipmate/tools/kubernetes';
import { type KubeObject, kindOf, nameOf, namespaceOf } from '@shipmate/domain/cluster';
import type { RecommendPorts } from './recommend-ports.ts';

/** Where manifests are tried, for whom. */
export interface ManifestTrial {
  /** Of objects that name none. */
  readonly namespace: string;
  readonly cluster: string | undefined;
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

/** What the cluster says to manifests: server-side apply with strict checking of fields, of which nothing stays. */
export async function tryManifests(
  { kubernetes, compute }: RecommendPorts,
  manifests: string,
  { namespace, cluster, principal, signal }: ManifestTrial,
): Promise<readonly TriedObject[]> {
  const target = { context: cluster, principal };
  const reader = await kubernetes.reader(target);
  const runner = await kubernetes.dryRunner(target);
  const trial = { reader, runner, now: systemClock.now(), compute, principal, signal };
  const read = await compute.run('readManifests', [manifests], trial);
  const objects = read.map((object) => inNamespace(object, namespace));
  const fresh = new Set(objects.filter((object) => kindOf(object) === 'Namespace').map(nameOf));

  async function tryOne(object: KubeObject): Promise<TriedObject> {
    const isEarly = fresh.has(namespaceOf(object) ?? '');
    const { effect, text } = await tryApply(isEarly ? elsewhere(object) : object, trial);
    return {
      object: titleOf(object),
      change: effect === 'deleted' ? 'changed' : effect,
      text: isEarly ? `Tried in the namespace default, as its own is made with it.\n${text}` : text,
    };
  }
  return Promise.all(objects.map(tryOne));
}

/** A namespace that these manifests make is not there yet, and the cluster refuses whatever is tried in it. */
function elsewhere(object: KubeObject): KubeObject {
  return { ...object, metadata: { ...(object['metadata'] as KubeObject), namespace: 'default' } };
}
