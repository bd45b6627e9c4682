import { gone } from '../errors/refusals.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { apiVersionOf, type ResourceDefinition } from '../resources/resource-definition.ts';
import type { ObjectStore, StoreEvent } from '../store/object-store.ts';

interface WatchOptions {
  readonly definition: ResourceDefinition;
  readonly namespace?: string;
  readonly filter: (object: KubeObject) => boolean;
  /** Absent or `0`: existing objects come first, as ADDED events. */
  readonly resourceVersion: string | null;
  /** Sends existing objects first although a version is named, then a bookmark that marks their end. */
  readonly sendInitialEvents: boolean;
  readonly bookmarks: boolean;
  readonly timeoutMs: number;
}

interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: unknown;
}

const bookmarkEveryMs = 60_000;

/** Sends the events of a resource until the client disconnects or the timeout passes. */
export async function watchObjects(
  store: ObjectStore,
  options: WatchOptions,
  { send, signal }: { readonly send: (event: WatchEvent) => void; readonly signal: AbortSignal },
): Promise<void> {
  const { definition, resourceVersion } = options;
  const deliver = (event: StoreEvent) => {
    const change = toWatchEvent(event, options);
    if (change) send(change);
  };
  const fromNow = resourceVersion === null || resourceVersion === '' || resourceVersion === '0';
  if (fromNow || options.sendInitialEvents) {
    for (const object of store.list(definition.storage, options.namespace)) {
      if (options.filter(object)) send({ type: 'ADDED', object });
    }
    if (options.sendInitialEvents) send(bookmark(store, definition, { 'k8s.io/initial-events-end': 'true' }));
  } else {
    const missed = store.changesSince(Number(resourceVersion));
    if (!missed) {
      const error = gone(`too old resource version: ${resourceVersion} (${store.version()})`);
      send({ type: 'ERROR', object: error.toStatus() });
      return;
    }
    missed.forEach(deliver);
  }
  const unsubscribe = store.subscribe(deliver);
  const reminder = options.bookmarks
    ? setInterval(() => send(bookmark(store, definition)), bookmarkEveryMs)
    : undefined;
  try {
    await ended(signal, options.timeoutMs);
    if (options.bookmarks && !signal.aborted) send(bookmark(store, definition));
  } finally {
    unsubscribe();
    clearInterval(reminder);
  }
}

function toWatchEvent({ type, storage, object, previous }: StoreEvent, options: WatchOptions): WatchEvent | undefined {
  const { definition, namespace, filter } = options;
  if (storage !== definition.storage) return undefined;
  if (namespace !== undefined && object.metadata.namespace !== namespace) return undefined;
  const isSelected = type !== 'DELETED' && filter(object);
  const wasSelected = previous !== undefined && filter(previous);
  if (isSelected) return { type: wasSelected ? 'MODIFIED' : 'ADDED', object };
  return wasSelected ? { type: 'DELETED', object } : undefined;
}

function bookmark(
  store: ObjectStore,
  definition: ResourceDefinition,
  annotations?: Record<string, string>,
): WatchEvent {
  const metadata = {
    resourceVersion: String(store.version()),
    creationTimestamp: null,
    ...(annotations && { annotations }),
  };
  return { type: 'BOOKMARK', object: { kind: definition.kind, apiVersion: apiVersionOf(definition), metadata } };
}

async function ended(signal: AbortSignal, timeoutMs: number): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(finish, Math.min(timeoutMs, 2 ** 31 - 1));
    function finish() {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    }
    signal.addEventListener('abort', finish);
  });
}
