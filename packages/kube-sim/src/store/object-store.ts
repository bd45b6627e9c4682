import type { KubeObject } from '../object/kube-object.ts';

/** A change, as sent to watchers. */
export interface StoreEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly version: number;
  readonly storage: string;
  readonly object: KubeObject;
  readonly previous?: KubeObject;
}

interface ObjectKey {
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** All objects of the cluster, in memory, with the history for resuming watches. */
export interface ObjectStore {
  /** The version of the last change. */
  version(): number;
  get(storage: string, key: ObjectKey): KubeObject | undefined;
  /** Sorted by key. */
  list(storage: string, namespace?: string): readonly KubeObject[];
  /** The objects at a version, or undefined if it has expired. */
  listAt(storage: string, version: number): readonly KubeObject[] | undefined;
  /** Stores an object under a new resource version and notifies subscribers. */
  put(storage: string, object: KubeObject): KubeObject;
  remove(storage: string, object: KubeObject): void;
  /** Serves a storage whose objects, sorted by key, are computed on each read. */
  derive(storage: string, objects: () => readonly KubeObject[]): void;
  /** Number of objects removed or marked for deletion so far. */
  deletions(): number;
  /** The changes after a version, or undefined if they have expired. */
  changesSince(version: number): readonly StoreEvent[] | undefined;
  /** @returns the function that unsubscribes */
  subscribe(listener: (event: StoreEvent) => void): () => void;
}

/** Default number of changes kept. */
const defaultHistoryLength = 20_000;

/** The key `namespace/name`, which orders lists and pages. */
export function keyOf({ namespace = '', name }: ObjectKey): string {
  return `${namespace}/${name}`;
}

/** Creates an empty store. */
export function createObjectStore(historyLength = defaultHistoryLength): ObjectStore {
  const storages = new Map<string, { readonly objects: Map<string, KubeObject>; sorted?: KubeObject[] | undefined }>();
  const derived = new Map<string, () => readonly KubeObject[]>();
  const listeners = new Set<(event: StoreEvent) => void>();
  let history: StoreEvent[] = [];
  let version = 1;
  let deletions = 0;

  function storageOf(name: string) {
    let storage = storages.get(name);
    if (!storage) storages.set(name, (storage = { objects: new Map() }));
    return storage;
  }

  function listAll(name: string): readonly KubeObject[] {
    const compute = derived.get(name);
    if (compute) return compute();
    const storage = storageOf(name);
    return (storage.sorted ??= inOrder(storage.objects));
  }

  function changesSince(since: number): readonly StoreEvent[] | undefined {
    const oldest = history[0];
    if (oldest && since < oldest.version - 1) return undefined;
    const first = history.findIndex((event) => event.version > since);
    return first < 0 ? [] : history.slice(first);
  }

  function record(event: StoreEvent): void {
    history.push(event);
    if (history.length > 2 * historyLength) history = history.slice(-historyLength);
    for (const listener of listeners) listener(event);
  }

  return {
    version: () => version,
    deletions: () => deletions,
    get: (storage, key) =>
      derived.has(storage)
        ? listAll(storage).find(({ metadata }) => keyOf(metadata) === keyOf(key))
        : storageOf(storage).objects.get(keyOf(key)),
    list(name, namespace) {
      const objects = listAll(name);
      return namespace === undefined ? objects : objects.filter(({ metadata }) => metadata.namespace === namespace);
    },
    listAt(name, at) {
      const changes = changesSince(at)?.filter(({ storage }) => storage === name);
      if (changes === undefined || changes.length === 0) return changes && listAll(name);
      const objects = new Map(storageOf(name).objects);
      for (const { object, previous } of changes.toReversed()) {
        if (previous) objects.set(keyOf(previous.metadata), previous);
        else objects.delete(keyOf(object.metadata));
      }
      return inOrder(objects);
    },
    derive: (storage, objects) => void derived.set(storage, objects),
    put(name, object) {
      const storage = storageOf(name);
      const key = keyOf(object.metadata);
      const previous = storage.objects.get(key);
      version += 1;
      if (object.metadata.deletionTimestamp !== undefined) deletions += 1;
      const stored = { ...object, metadata: { ...object.metadata, resourceVersion: String(version) } };
      storage.objects.set(key, stored);
      storage.sorted = undefined;
      record({
        type: previous ? 'MODIFIED' : 'ADDED',
        version,
        storage: name,
        object: stored,
        ...(previous && { previous }),
      });
      return stored;
    },
    remove(name, { metadata }) {
      const storage = storageOf(name);
      const key = keyOf(metadata);
      const previous = storage.objects.get(key);
      if (!previous) return;
      storage.objects.delete(key);
      storage.sorted = undefined;
      version += 1;
      deletions += 1;
      const object = { ...previous, metadata: { ...previous.metadata, resourceVersion: String(version) } };
      record({ type: 'DELETED', version, storage: name, object, previous });
    },
    changesSince,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function inOrder(objects: ReadonlyMap<string, KubeObject>): KubeObject[] {
  return [...objects].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, object]) => object);
}
