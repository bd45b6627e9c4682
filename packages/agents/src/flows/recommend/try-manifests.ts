import { type Principal, systemClock } from '@shipmate/core';
import type { TriedObject } from '@shipmate/domain/recommendation';
import { inNamespace, titleOf, tryApply } from '@shipmate/tools/kubernetes';
import { type KubeObject, kindOf, nameOf, namespaceOf } from '@shipmate/domain/cluster';
import type { RecommendPorts } from './recommend-ports.ts';

/** Options for {@link tryManifests}. */
interface ManifestTrial {
  /** Namespace of objects that specify none. */
  readonly namespace: string;
  readonly cluster: string | undefined;
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

/**
 * Dry-runs manifests with server-side apply and strict field validation, and returns the result of each object. Nothing
 * is persisted.
 */
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

/** A namespace that these manifests create does not exist yet, so the cluster rejects a dry run in it. */
function elsewhere(object: KubeObject): KubeObject {
  return { ...object, metadata: { ...(object['metadata'] as KubeObject), namespace: 'default' } };
}
