import type { ClusterState } from '../state/cluster-state.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { trackOwners, withOwners } from './track-owners.ts';

/** A change made by a component of the cluster. */
export interface OwnedChange {
  readonly current: KubeObject;
  readonly next: KubeObject;
  readonly subresource?: string;
  readonly manager?: string;
}

/** Stores a component's change; the component then owns the fields that it set. */
export function putOwned(
  state: Pick<ClusterState, 'store' | 'clock' | 'registry' | 'schemas'>,
  storage: string,
  { current, next, ...options }: OwnedChange & Required<Pick<OwnedChange, 'manager'>>,
): KubeObject {
  const definition = state.registry.ofStorage(storage);
  if (!definition) throw new Error(`No resource has the storage "${storage}".`);
  const owners = trackOwners(state, { definition, change: { current, next, given: undefined } }, options);
  return state.store.put(storage, withOwners(next, owners));
}
