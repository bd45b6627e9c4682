import { AppError } from '@shipmate/core';
import { kindOf, type KubeObject, numberAt, textAt } from '@shipmate/domain/cluster';
import type { ClusterReader } from '../api/cluster-reader.ts';
import { ageOf } from '../object/age.ts';
import { toYaml } from '../object/to-yaml.ts';
import { checkReferences } from './check-references.ts';
import { describeEndpoints } from './endpoints.ts';
import { toEssentials } from './essential-object.ts';
import { describeNodePods } from './node-pods.ts';
import { describeOwners } from './owner-chain.ts';
import { describeAllConditions, describePodState } from './pod-facts.ts';
import { describeEvents } from './related-events.ts';
import { describePods, findRelatedPods, selectorOf } from './related-pods.ts';
import { describeReplicaSets, findReplicaSets } from './replica-sets.ts';
import { joinSections, type Section } from './section.ts';

/** Describes an object with everything that explains its state: problems first, the object itself last. */
export async function describeObject(
  object: KubeObject,
  reader: ClusterReader,
  { signal, now }: { readonly signal: AbortSignal; readonly now: Date },
): Promise<string> {
  const surroundings = { reader, signal, now };
  const [related, owned] = await Promise.all([
    attempt('Pods', () => findRelatedPods(object, reader, signal)),
    attempt('ReplicaSets', () => findReplicaSets(object, reader, signal)),
  ]);
  const pods = isSection(related) ? undefined : related;
  const sets = isSection(owned) ? [] : owned;
  const [owners, references, endpoints, onNode, events] = await Promise.all([
    attempt('Controlled by', () => describeOwners(object, reader, signal)),
    attempt('Refers to', () => checkReferences(object, reader, signal)),
    attempt('Endpoints', async () =>
      kindOf(object) === 'Service' ? describeEndpoints(object, pods, surroundings) : undefined,
    ),
    attempt('Pods on it', async () =>
      kindOf(object) === 'Node' ? describeNodePods(object, reader, signal) : undefined,
    ),
    attempt('Events', () => describeEvents(object, [...sets, ...(pods ?? [])], surroundings)),
  ]);
  return joinSections([
    { title: 'State', lines: describeState(object, now) },
    owners,
    references,
    isSection(owned) ? owned : describeReplicaSets(owned),
    isSection(related) ? related : related && describePods(related, selectorOf(object) ?? '', now),
    endpoints,
    onNode,
    events,
    { title: 'Object, without defaults and what is shown above', lines: toYaml(toEssentials(object)).split('\n') },
  ]);
}

/** Describes the state of an object in a few lines. */
function describeState(object: KubeObject, now: Date): readonly string[] {
  const age = `created ${ageOf(textAt(object, 'metadata', 'creationTimestamp'), now)} ago`;
  if (kindOf(object) === 'Pod') return [age, ...describePodState(object, now)];
  const desired = textAt(object, 'spec', 'replicas');
  const ready = numberAt(object, 'status', 'readyReplicas');
  const updated = textAt(object, 'status', 'updatedReplicas') ?? desired;
  const phase = textAt(object, 'status', 'phase');
  return [
    age,
    ...(textAt(object, 'metadata', 'deletionTimestamp') === undefined ? [] : ['is being deleted']),
    ...(desired === undefined ? [] : [describeReplicas({ ready, desired, updated })]),
    ...(phase === undefined ? [] : [`phase ${phase}`]),
    ...describeCertificate(object, now),
    ...describeAllConditions(object),
  ];
}

function describeReplicas({
  ready,
  desired,
  updated,
}: {
  readonly ready: number;
  readonly desired: string;
  readonly updated: string | undefined;
}): string {
  return `${ready} of ${desired} replicas are ready${updated === desired ? '' : `, ${updated} updated`}`;
}

/** Returns the expiry of a TLS Secret's certificate. */
function describeCertificate(object: KubeObject, now: Date): readonly string[] {
  const notAfter = textAt(object, 'certificate', 'notAfter');
  if (notAfter === undefined) return [];
  const isOver = Date.parse(notAfter) <= now.getTime();
  return [isOver ? `certificate EXPIRED ${ageOf(notAfter, now)} ago` : `certificate is valid until ${notAfter}`];
}

/** Reads one section; a forbidden or failed read is reported in its place and does not hide the others. */
async function attempt<Value>(title: string, look: () => Promise<Value>): Promise<Value | Section> {
  try {
    return await look();
  } catch (thrown) {
    if (AppError.isInstance(thrown) && thrown.code !== 'ABORTED')
      return { title, lines: [`cannot be read: ${thrown.message}`] };
    throw thrown;
  }
}

function isSection(value: readonly KubeObject[] | Section | undefined): value is Section {
  return value !== undefined && 'title' in value;
}
