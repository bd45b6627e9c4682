import { kindOf, type KubeObject, nameOf, namespaceOf, textAt } from '@shipmate/domain/cluster/object';
import type { ClusterReader } from '../api/cluster-reader.ts';
import { aggregateEvents, type EventGroup } from '../events/aggregate-events.ts';
import { describeEvent } from '../events/describe-event.ts';
import { listEvents } from '../events/list-events.ts';
import { ageOf } from '../object/age.ts';
import type { Section } from './section.ts';

const maxEvents = 15;

/** Describes events about an object and its dependents: its ReplicaSets and pods. */
export async function describeEvents(
  object: KubeObject,
  dependants: readonly KubeObject[],
  { reader, signal, now }: { readonly reader: ClusterReader; readonly signal: AbortSignal; readonly now: Date },
): Promise<Section> {
  const about = new Set([object, ...dependants].map((each) => `${kindOf(each)}/${nameOf(each)}`));
  const isAlone = about.size === 1;
  const fieldSelector = isAlone
    ? `involvedObject.kind=${kindOf(object)},involvedObject.name=${nameOf(object)}`
    : undefined;
  const { events, isComplete } = await listEvents(reader, { namespace: namespaceOf(object), fieldSelector }, signal);
  const related = events.filter((event) =>
    about.has(`${textAt(event, 'involvedObject', 'kind')}/${textAt(event, 'involvedObject', 'name')}`),
  );
  const groups = aggregateEvents(related);
  const self = `${kindOf(object).toLowerCase()}/${nameOf(object)}`;
  const [routine, telling] = [true, false].map((wanted) => groups.filter((group) => isRoutine(group, self) === wanted));
  const important = [...(telling ?? [])].sort((one, other) => Number(other.isTrouble) - Number(one.isTrouble));
  const shown = important.slice(0, maxEvents);
  const left = important.length - shown.length;
  return {
    title: `Events: ${groups.length}${isComplete ? '' : ' of those that were read'}`,
    lines: [
      ...shown.map((group) => describeEvent(group, now, { showAbout: !isAlone })),
      ...(left > 0 ? [`… and ${left} more: kubectl_events`] : []),
      ...describeRoutine(routine ?? [], now),
    ],
  };
}

/** Reasons of events that every pod's start produces. */
const routineReasons: ReadonlySet<string> = new Set([
  'Scheduled',
  'Pulling',
  'Pulled',
  'Created',
  'Started',
  'SuccessfulCreate',
  'SuccessfulDelete',
  'SuccessfulMountVolume',
  'ScalingReplicaSet',
]);

/** Returns true for events of a pod's normal start; controllers' events only when another object is described. */
function isRoutine({ isTrouble, reason, about }: EventGroup, self: string): boolean {
  return !isTrouble && routineReasons.has(reason) && (about.startsWith('pod/') || about !== self);
}

/** Lists routine events by reason, on one line. */
function describeRoutine(groups: readonly EventGroup[], now: Date): readonly string[] {
  const [newest] = groups.toSorted((one, other) => Date.parse(other.last) - Date.parse(one.last));
  if (newest === undefined) return [];
  const counts = [...Map.groupBy(groups, ({ reason }) => reason)].map(([reason, those]) => {
    const count = those.reduce((sum, each) => sum + each.count, 0);
    return count === 1 ? reason : `${reason} ${count}x`;
  });
  return [`Normal: ${counts.join(', ')} (last ${newest.reason} ${ageOf(newest.last, now)} ago)`];
}
