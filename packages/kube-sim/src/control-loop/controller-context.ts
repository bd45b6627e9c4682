import type { ObjectWriter } from '../api/object-writer.ts';
import { type OwnedChange, putOwned } from '../api/put-owned.ts';
import { toTimestamp, type VirtualClock } from '../clock/virtual-clock.ts';
import { StatusError } from '../errors/status-error.ts';
import { asObject, isSameJson, type JsonObject } from '../object/json-value.ts';
import { controllerOf, type KubeObject, type OwnerReference } from '../object/kube-object.ts';
import type { ClusterState } from '../state/cluster-state.ts';
import type { EventRecorder, Occurrence } from '../state/event-recorder.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** The API of controllers to the cluster. */
export interface ControllerContext {
  readonly store: ObjectStore;
  readonly clock: VirtualClock;
  readonly events: EventRecorder;
  /** Creates an object as a controller; undefined if it is refused. */
  create(storage: string, object: JsonObject): KubeObject | undefined;
  /** Creates an object for an owner. A refusal is recorded as an event of the owner, and the delay before the next attempt doubles. */
  tryCreate(storage: string, object: JsonObject, attempt: CreationAttempt): KubeObject | undefined;
  /** @returns false if the deletion is refused */
  remove(storage: string, object: KubeObject): boolean;
  /** The last refusal for an owner since its last created object. */
  refusalOf(owner: KubeObject): string | undefined;
  /** Takes the time of the next retry, if something was refused since the last call. */
  takeRetryTime(): number | undefined;
  /** Stores a status if it differs. */
  setStatus(storage: string, object: KubeObject, status: JsonObject): void;
  /** Stores an object if it differs. */
  replace(storage: string, change: OwnedChange): KubeObject;
  timestamp(): string;
}

interface CreationAttempt {
  readonly owner: KubeObject;
  readonly occurrence: Omit<Occurrence, 'message'>;
  readonly doing?: string;
  /** Delays of the controller's work queue in milliseconds. Default 5 ms, doubled up to 1000 s. */
  readonly backOff?: { readonly first: number; readonly longest: number };
}

interface Refusal {
  readonly message: string;
  readonly pauseMs: number;
  readonly pauseUntil: number;
  readonly generation: number | undefined;
}

/** The field manager of controllers. */
const manager = 'kube-controller-manager';

const queueBackOff = { first: 5, longest: 1_000_000 };
const retryMs = 10_000;

/** Creates the context of a cluster's controllers. */
export function createControllerContext(state: ClusterState, writer: ObjectWriter): ControllerContext {
  const { store, clock, registry, events } = state;
  const definitionOf = (storage: string) => {
    const definition = registry.ofStorage(storage);
    if (!definition) throw new Error(`No resource has the storage "${storage}".`);
    return definition;
  };
  const put = (storage: string, change: OwnedChange) => putOwned(state, storage, { manager, ...change });
  const refusals = new Map<string, Refusal>();
  let retryAt = Number.POSITIVE_INFINITY;
  const retryAtLatest = (time: number) => {
    retryAt = Math.min(retryAt, time);
  };
  const attempt = <T>(write: () => T): T | StatusError => {
    try {
      return write();
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      return error;
    }
  };
  const tryToCreate = (storage: string, object: JsonObject) => {
    const { namespace } = asObject(object['metadata']);
    const options = { manager, ...(typeof namespace === 'string' && { namespace }) };
    return attempt(() => writer.create(definitionOf(storage), object, options));
  };
  return {
    store,
    clock,
    events,
    create(storage, object) {
      const created = tryToCreate(storage, object);
      if (!(created instanceof StatusError)) return created;
      retryAtLatest(clock.now() + retryMs);
      return undefined;
    },
    tryCreate(storage, object, { owner, occurrence, doing = 'Error creating', backOff = queueBackOff }) {
      const { uid, generation } = owner.metadata;
      const before = refusals.get(uid);
      if (before && clock.now() < before.pauseUntil && before.generation === generation) {
        retryAtLatest(before.pauseUntil);
        return undefined;
      }
      const created = tryToCreate(storage, object);
      if (!(created instanceof StatusError)) {
        refusals.delete(uid);
        return created;
      }
      const pauseMs = Math.min(backOff.longest, 2 * (before?.pauseMs ?? backOff.first / 2));
      const pauseUntil = clock.now() + pauseMs;
      refusals.set(uid, { pauseMs, pauseUntil, message: created.message, generation });
      retryAtLatest(pauseUntil);
      events.record(owner, { ...occurrence, type: 'Warning', message: `${doing}: ${created.message}` });
      return undefined;
    },
    refusalOf: ({ metadata }) => refusals.get(metadata.uid)?.message,
    remove(storage, object) {
      const isRemoved = !(attempt(() => writer.delete(definitionOf(storage), object)) instanceof StatusError);
      if (!isRemoved) retryAtLatest(clock.now() + retryMs);
      return isRemoved;
    },
    takeRetryTime() {
      const time = retryAt;
      retryAt = Number.POSITIVE_INFINITY;
      return Number.isFinite(time) ? time : undefined;
    },
    setStatus(storage, object, status) {
      const current = store.get(storage, object.metadata);
      if (!current || isSameJson(current['status'], status)) return;
      put(storage, { current, next: { ...current, status }, subresource: 'status' });
    },
    replace: (storage, change) => (isSameJson(change.current, change.next) ? change.current : put(storage, change)),
    timestamp: () => toTimestamp(clock.now()),
  };
}

/** An owner reference that makes the owner the controller of an object. */
export function controllerReference({ apiVersion, kind, metadata }: KubeObject): OwnerReference {
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true, blockOwnerDeletion: true };
}

/** The objects of a storage that an object controls, except terminating ones. */
export function controlledBy(store: ObjectStore, storage: string, owner: KubeObject): readonly KubeObject[] {
  return store
    .list(storage, owner.metadata.namespace)
    .filter((each) => controllerOf(each)?.uid === owner.metadata.uid && each.metadata.deletionTimestamp === undefined);
}

/** Creates a pod from a template. */
export function podFromTemplate(
  owner: KubeObject,
  template: JsonObject,
  extra: { readonly name?: string; readonly labels?: JsonObject } = {},
): JsonObject {
  const { labels, annotations } = asObject(template['metadata']);
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...(extra.name === undefined ? { generateName: `${owner.metadata.name}-` } : { name: extra.name }),
      namespace: owner.metadata.namespace,
      labels: { ...asObject(labels), ...extra.labels },
      ...(annotations !== undefined && { annotations }),
      ownerReferences: [controllerReference(owner)],
    },
    spec: structuredClone(template['spec']),
  };
}
