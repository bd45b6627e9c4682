import { type KubeObject, numberAt, textAt } from '@shipmate/domain/cluster';

/** Events that say the same of the same object, as one. */
export interface EventGroup {
  readonly type: string;
  readonly reason: string;
  /** Such as `pod/web-0`. */
  readonly about: string;
  readonly namespace: string;
  readonly message: string;
  readonly count: number;
  readonly first: string;
  readonly last: string;
}

/** Puts events that differ in numbers and time alone together: warnings first, and the newest last of each. */
export function aggregateEvents(events: readonly KubeObject[]): readonly EventGroup[] {
  const groups = Map.groupBy(events.map(toGroup), ({ type, reason, about, namespace, message }) =>
    [type, reason, about, namespace, toShape(message)].join('\n'),
  );
  return [...groups.values()].map(merge).sort(compareGroups);
}

function toGroup(event: KubeObject): EventGroup {
  const last =
    textAt(event, 'series', 'lastObservedTime') ??
    textAt(event, 'lastTimestamp') ??
    textAt(event, 'eventTime') ??
    textAt(event, 'metadata', 'creationTimestamp') ??
    '';
  const kind = textAt(event, 'involvedObject', 'kind') ?? 'object';
  return {
    type: textAt(event, 'type') ?? 'Normal',
    reason: textAt(event, 'reason') ?? '',
    about: `${kind.toLowerCase()}/${textAt(event, 'involvedObject', 'name') ?? ''}`,
    namespace: textAt(event, 'involvedObject', 'namespace') ?? textAt(event, 'metadata', 'namespace') ?? '',
    message: textAt(event, 'message') ?? '',
    count: Math.max(1, numberAt(event, 'series', 'count') || numberAt(event, 'count')),
    first: textAt(event, 'firstTimestamp') ?? last,
    last,
  };
}

/** The newest of a group speaks for all. */
function merge(group: readonly EventGroup[]): EventGroup {
  const newest = group.reduce((known, each) => (timeOf(each.last) > timeOf(known.last) ? each : known));
  const oldest = group.reduce((known, each) => (timeOf(each.first) < timeOf(known.first) ? each : known));
  return { ...newest, first: oldest.first, count: group.reduce((sum, { count }) => sum + count, 0) };
}

function compareGroups(one: EventGroup, other: EventGroup): number {
  const byType = Number(one.type === 'Normal') - Number(other.type === 'Normal');
  return byType || timeOf(one.last) - timeOf(other.last) || one.about.localeCompare(other.about);
}

function timeOf(timestamp: string): number {
  return Date.parse(timestamp) || 0;
}

/** A message without what changes from one time to the next. */
function toShape(message: string): string {
  return message.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|0x[0-9a-f]+|\d+(?:\.\d+)?(?:ms|µs|[smh])?/g, '#').slice(0, 300);
}
