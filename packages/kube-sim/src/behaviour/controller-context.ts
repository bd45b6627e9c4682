import type { ObjectWriter } from '../api/object-writer.ts';
import { type OwnedChange, putOwned } from '../api/put-owned.ts';
import { toTimestamp, type VirtualClock } from '../clock/virtual-clock.ts';
import type { ClusterState } from '../cluster/cluster-state.ts';
import { StatusError } from '../errors/status-error.ts';
import { asArray, asObject, isSameJson, type JsonObject } from '../object/json-value.ts';
import { controllerOf, type KubeObject, type OwnerReference } from '../object/kube-object.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { EventRecorder, Occurrence } from '../cluster/event-recorder.ts';

/** What controllers do things with. */
export interface ControllerContext {
  readonly store: ObjectStore;
  readonly clock: VirtualClock;
  readonly events: EventRecorder;
  /** Creates an object as a controller; undefined where it is refused. */
  create(storage: string, object: JsonObject): KubeObject | undefined;
  /** The same; a refusal becomes an event of the owner, and is followed by a pause that grows with each one. */
  tryCreate(
    storage: string,
    object: JsonObject,
    failure: { readonly owner: KubeObject; readonly occurrence: Omit<Occurrence, 'message'>; readonly doing?: string },
  ): KubeObject | undefined;
  /** @returns whether that was allowed */
  remove(storage: string, object: KubeObject): boolean;
  /** Why the last object of an owner was refused, until one is let in. */
  refusalOf(owner: KubeObject): string | undefined;
  /** Whether something was refused since this was last asked; it is to be tried again. */
  takeRefusal(): boolean;
  /** Stores a status where it is another one. */
  setStatus(storage: string, object: KubeObject, status: JsonObject): void;
  /** Stores an object where it is another one. */
  replace(storage: string, change: OwnedChange): KubeObject;
  timestamp(): string;
}

interface Refusal {
  readonly message: string;
  readonly pauseMs: number;
  readonly pauseUntil: number;
}

/** Who owns what controllers set. */
const manager = 'kube-controller-manager';

const firstPauseMs = 500;
const longestPauseMs = 30_000;

/** Makes the context of a cluster's controllers. */
export function createControllerContext(state: ClusterState, writer: ObjectWriter): ControllerContext {
  const { store, clock, registry, events } = state;
  const definitionOf = (storage: string) => {
    const definition = registry.ofStorage(storage);
    if (!definition) throw new Error(`Nothing is stored under ${storage}.`);
    return definition;
  };
  const put = (storage: string, change: OwnedChange) => putOwned(state, storage, { manager, ...change });
  const refusals = new Map<string, Refusal>();
  let isRefused = false;
  const attempt = <T>(write: () => T): T | StatusError => {
    try {
      return write();
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      isRefused = true;
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
      return created instanceof StatusError ? undefined : created;
    },
    tryCreate(storage, object, { owner, occurrence, doing = 'Error creating' }) {
      const { uid } = owner.metadata;
      const before = refusals.get(uid);
      if (before && clock.now() < before.pauseUntil) return undefined;
      const created = tryToCreate(storage, object);
      if (!(created instanceof StatusError)) {
        refusals.delete(uid);
        return created;
      }
      const pauseMs = Math.min(longestPauseMs, 2 * (before?.pauseMs ?? firstPauseMs / 2));
      refusals.set(uid, { pauseMs, pauseUntil: clock.now() + pauseMs, message: created.message });
      events.record(owner, { ...occurrence, type: 'Warning', message: `${doing}: ${created.message}` });
      return undefined;
    },
    refusalOf: ({ metadata }) => refusals.get(metadata.uid)?.message,
    remove: (storage, object) => !(attempt(() => writer.delete(definitionOf(storage), object)) instanceof StatusError),
    takeRefusal() {
      const was = isRefused;
      isRefused = false;
      return was;
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

/** A reference that makes an object the controller of another. */
export function controllerReference({ apiVersion, kind, metadata }: KubeObject): OwnerReference {
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true, blockOwnerDeletion: true };
}

/** The objects of a storage that an object controls, those on their way out left out. */
export function controlledBy(store: ObjectStore, storage: string, owner: KubeObject): readonly KubeObject[] {
  return store
    .list(storage, owner.metadata.namespace)
    .filter((each) => controllerOf(each)?.uid === owner.metadata.uid && each.metadata.deletionTimestamp === undefined);
}

/** The condition of a type. */
export function findCondition(object: KubeObject | undefined, type: string): JsonObject | undefined {
  return asArray(asObject(object?.['status'])['conditions'])
    .map(asObject)
    .find((each) => each['type'] === type);
}

/** The object's conditions with one of them set; its transition time moves when its status does. */
export function withCondition(
  conditions: readonly JsonObject[],
  next: JsonObject,
  time: string,
): readonly JsonObject[] {
  const before = conditions.find(({ type }) => type === next['type']);
  const lastTransitionTime = before && before['status'] === next['status'] ? before['lastTransitionTime'] : time;
  const settled = { ...next, lastTransitionTime };
  return before ? conditions.map((each) => (each === before ? settled : each)) : [...conditions, settled];
}

/** Whether a pod counts as ready. */
export function isPodReady(pod: KubeObject): boolean {
  return findCondition(pod, 'Ready')?.['status'] === 'True';
}

/** Whether a pod has run to its end. */
export function isPodFinished(pod: KubeObject): boolean {
  const { phase } = asObject(pod['status']);
  return phase === 'Succeeded' || phase === 'Failed';
}

/** What a template makes of a pod. */
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
