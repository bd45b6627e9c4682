import type { KubeObject } from '@shipmate/domain/cluster/object';
import type { ApiResource } from '../api/api-resource.ts';
import type { NamedPlace } from '../api/cluster-changer.ts';
import type { ClusterReader } from '../api/cluster-reader.ts';
import { isAbsence } from './find-object.ts';

/** Returns the current object; `undefined` when it does not exist. */
export async function findCurrent(
  resource: ApiResource,
  place: NamedPlace,
  { reader, signal }: { readonly reader: ClusterReader; readonly signal: AbortSignal },
): Promise<KubeObject | undefined> {
  try {
    return await reader.get(resource, place, signal);
  } catch (thrown) {
    if (isAbsence(thrown)) return undefined;
    throw thrown;
  }
}
