import { isTroublingEvent, type KubeObject, numberAt, textAt } from '@shipmate/domain/cluster/object';
import { toShape, toWorkloadName } from './event-shape.ts';

/** Events with the same message about one object, or about the pods of one workload. */
export interface EventGroup {
  readonly type: string;
  /** True if it reports a failure, as some events of type Normal do. */
  readonly isTrouble: boolean;
  readonly reason: string;
  /** The object of the newest event, such as `pod/web-0`. */
  readonly about: string;
  /** The number of other objects that the group is about. */
  readonly others: number;
  readonly namespace: string;
  readonly message: string;
  readonly count: number;
  readonly first: string;
  readonly last: string;
}

/** Groups events that differ only in numbers, times and generated names: failures first, the newest of each last. */
export function aggregateEvents(events: readonly KubeObject[]): readonly EventGroup[] {
  const groups = Map.groupBy(events.map(toGroup), ({ type, reason, about, namespace, message }) =>
    [type, reason, toWorkloadName(about), namespace, toShape(message)].join('\n'),
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
    isTrouble: isTroublingEvent(event),
    reason: textAt(event, 'reason') ?? '',
    about: `${kind.toLowerCase()}/${textAt(event, 'involvedObject', 'name') ?? ''}`,
    others: 0,
    namespace: textAt(event, 'involvedObject', 'namespace') ?? textAt(event, 'metadata', 'namespace') ?? '',
    message: textAt(event, 'message') ?? '',
    count: Math.max(1, numberAt(event, 'series', 'count') || numberAt(event, 'count')),
    first: textAt(event, 'firstTimestamp') ?? last,
    last,
  };
}

/** Merges a group, represented by its newest event. */
function merge(group: readonly EventGroup[]): EventGroup {
  const newest = group.reduce((known, each) => (timeOf(each.last) > timeOf(known.last) ? each : known));
  const oldest = group.reduce((known, each) => (timeOf(each.first) < timeOf(known.first) ? each : known));
  return {
    ...newest,
    others: new Set(group.map(({ about }) => about)).size - 1,
    first: oldest.first,
    count: group.reduce((sum, { count }) => sum + count, 0),
  };
}

function compareGroups(one: EventGroup, other: EventGroup): number {
  const byTrouble = Number(other.isTrouble) - Number(one.isTrouble);
  return byTrouble || timeOf(one.last) - timeOf(other.last) || one.about.localeCompare(other.about);
}

function timeOf(timestamp: string): number {
  return Date.parse(timestamp) || 0;
}
