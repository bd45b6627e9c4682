import { isOwnedBy, kindOf, type KubeObject, nameOf, namespaceOf, textAt } from '@shipmate/domain/cluster';
import type { ClusterReader } from '../api/cluster-reader.ts';
import { aggregateEvents } from '../events/aggregate-events.ts';
import { describeEvent } from '../events/describe-event.ts';
import { listEvents } from '../events/list-events.ts';
import type { Section } from './section.ts';

const maxEvents = 15;

/** Events about an object, its pods and what is between them. */
export async function describeEvents(
  object: KubeObject,
  pods: readonly KubeObject[],
  { reader, signal, now }: { readonly reader: ClusterReader; readonly signal: AbortSignal; readonly now: Date },
): Promise<Section> {
  const between = kindOf(object) === 'Deployment' ? await findReplicaSets(object, reader, signal) : [];
  const about = new Set([object, ...between, ...pods].map((each) => `${kindOf(each)}/${nameOf(each)}`));
  const isAlone = about.size === 1;
  const fieldSelector = isAlone
    ? `involvedObject.kind=${kindOf(object)},involvedObject.name=${nameOf(object)}`
    : undefined;
  const { events, isComplete } = await listEvents(reader, { namespace: namespaceOf(object), fieldSelector }, signal);
  const related = events.filter((event) =>
    about.has(`${textAt(event, 'involvedObject', 'kind')}/${textAt(event, 'involvedObject', 'name')}`),
  );
  const groups = aggregateEvents(related);
  const shown =
    groups.length > maxEvents
      ? [...groups.filter(({ type }) => type !== 'Normal'), ...groups.filter(({ type }) => type === 'Normal')].slice(
          0,
          maxEvents,
        )
      : groups;
  return {
    title: `Events: ${groups.length}${isComplete ? '' : ' of those that were read'}`,
    lines: [
      ...shown.map((group) => describeEvent(group, now, { showAbout: !isAlone })),
      ...(groups.length > shown.length ? [`… and ${groups.length - shown.length} more: kubectl_events`] : []),
    ],
  };
}

async function findReplicaSets(
  deployment: KubeObject,
  reader: ClusterReader,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  const resource = await reader.resolve('replicasets.apps', signal);
  const { items } = await reader.list(resource, { namespace: namespaceOf(deployment) }, signal);
  return items.filter((set) => isOwnedBy(set, deployment));
}
