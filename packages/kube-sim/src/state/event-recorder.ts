import { toMicroTimestamp, toTimestamp, type VirtualClock } from '../clock/virtual-clock.ts';
import type { NameGenerator } from '../object/generated-names.ts';
import { asObject, type JsonObject, scalarToText } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** An event to record about an object. */
export interface Occurrence {
  readonly type?: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly component: string;
  readonly host?: string;
  /** Such as `spec.containers{web}`. */
  readonly fieldPath?: string;
  /** The verb of a component that writes through `events.k8s.io`; repeats form a series. */
  readonly action?: string;
}

/** Records events; a repeat increments the count of the existing event. */
export interface EventRecorder {
  record(object: KubeObject, occurrence: Occurrence): void;
}

/** Lifetime of events. */
export const eventLifetimeMs = 60 * 60 * 1000;

/** Number of different messages about the same subject before they are combined. */
const manyMessages = 10;
const similarWithinMs = 10 * 60 * 1000;

interface Similar {
  readonly messages: Set<string>;
  readonly lastAt: number;
}

interface EventSinks {
  readonly store: ObjectStore;
  readonly clock: VirtualClock;
  readonly names: NameGenerator;
}

/** Creates a recorder that writes to the store. */
export function createEventRecorder({ store, clock, names: generated }: EventSinks): EventRecorder {
  let sequence = 0n;
  const names = new Map<string, string>();
  const similar = new Map<string, Similar>();

  /** Tests whether so many similar events, different only in their message, came lately that they are combined. */
  function isOneOfMany(kind: string, message: string): boolean {
    const now = clock.now();
    const known = similar.get(kind);
    const messages = known && now - known.lastAt <= similarWithinMs ? known.messages : new Set<string>();
    messages.add(message);
    similar.set(kind, { messages, lastAt: now });
    if (messages.size < manyMessages) return false;
    for (const oldest of messages) {
      messages.delete(oldest);
      break;
    }
    return true;
  }

  return {
    record(object, occurrence) {
      const { type = 'Normal', reason, message: own, component, fieldPath, action } = occurrence;
      const { namespace = 'default', name, uid, resourceVersion } = object.metadata;
      const time = toTimestamp(clock.now());
      const kind = JSON.stringify([uid, type, reason, component, fieldPath]);
      const isCombined = action === undefined && isOneOfMany(kind, own);
      const message = isCombined ? `(combined from similar events): ${own}` : own;
      // A series belongs to one version of its object.
      const key = isCombined ? kind : `${kind} ${own}${action === undefined ? '' : ` ${resourceVersion}`}`;
      const existing = store.get('/events', { namespace, name: names.get(key) ?? '' });
      if (existing) {
        store.put('/events', { ...existing, message, ...repeated(existing, clock.now()) });
        return;
      }
      const eventUid = generated.uid();
      const eventName = `${name}.${(BigInt(clock.now()) * 1_000_000n + sequence).toString(16)}`;
      sequence += 1n;
      names.set(key, eventName);
      store.put('/events', {
        apiVersion: 'v1',
        kind: 'Event',
        metadata: { name: eventName, namespace, uid: eventUid, creationTimestamp: time, resourceVersion: '' },
        involvedObject: {
          kind: object.kind,
          ...(object.metadata.namespace !== undefined && { namespace }),
          name,
          uid,
          apiVersion: object.apiVersion,
          resourceVersion,
          ...(fieldPath !== undefined && { fieldPath }),
        },
        reason,
        message,
        type,
        reportingComponent: component,
        ...firstSeen(occurrence, clock.now()),
      });
    },
  };
}

/** Times and source of a new event, in the format of the API that its component uses. */
function firstSeen({ component, host, action }: Occurrence, now: number): JsonObject {
  if (action !== undefined)
    return {
      action,
      source: {},
      firstTimestamp: null,
      lastTimestamp: null,
      eventTime: toMicroTimestamp(now),
      reportingInstance: `${component}-control-plane`,
    };
  const time = toTimestamp(now);
  return {
    source: { component, ...(host !== undefined && { host }) },
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
    eventTime: null,
    reportingInstance: host ?? '',
  };
}

function repeated(event: KubeObject, now: number): JsonObject {
  if (event['action'] === undefined) return { count: Number(event['count']) + 1, lastTimestamp: toTimestamp(now) };
  const count = Number(asObject(event['series'])['count'] ?? 1) + 1;
  return { series: { count, lastObservedTime: toMicroTimestamp(now) } };
}

/** The last occurrence of an event. */
export function lastSeenAt(event: KubeObject): number {
  const { lastObservedTime } = asObject(event['series']);
  const time = lastObservedTime ?? event['lastTimestamp'] ?? event['eventTime'];
  return Date.parse(scalarToText(time, event.metadata.creationTimestamp));
}
