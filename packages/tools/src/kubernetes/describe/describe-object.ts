import { AppError } from '@shipmate/core';
import { kindOf, type KubeObject, numberAt, textAt } from '@shipmate/domain/cluster';
import type { ClusterReader } from '../api/cluster-reader.ts';
import { ageOf } from '../object/age.ts';
import { pruneObject } from '../object/prune-object.ts';
import { toYaml } from '../object/to-yaml.ts';
import { checkReferences } from './check-references.ts';
import { describeEndpoints } from './endpoints.ts';
import { describeNodePods } from './node-pods.ts';
import { describeOwners } from './owner-chain.ts';
import { describeConditions, describePodState } from './pod-facts.ts';
import { describeEvents } from './related-events.ts';
import { describePods, findRelatedPods, selectorOf } from './related-pods.ts';
import { joinSections, type Section } from './section.ts';

/** Everything about an object that explains its state: what is wrong first, the object itself last. */
export async function describeObject(
  object: KubeObject,
  reader: ClusterReader,
  { signal, now }: { readonly signal: AbortSignal; readonly now: Date },
): Promise<string> {
  const surroundings = { reader, signal, now };
  const related = await attempt('Pods', () => findRelatedPods(object, reader, signal));
  const pods = isSection(related) ? undefined : related;
  const [owners, references, endpoints, onNode, events] = await Promise.all([
    attempt('Controlled by', () => describeOwners(object, reader, signal)),
    attempt('Refers to', () => checkReferences(object, reader, signal)),
    attempt('Endpoints', async () =>
      kindOf(object) === 'Service' ? describeEndpoints(object, pods, surroundings) : undefined,
    ),
    attempt('Pods on it', async () =>
      kindOf(object) === 'Node' ? describeNodePods(object, reader, signal) : undefined,
    ),
    attempt('Events', () => describeEvents(object, pods ?? [], surroundings)),
  ]);
  return joinSections([
    { title: 'State', lines: describeState(object, now) },
    owners,
    references,
    isSection(related) ? related : related && describePods(related, selectorOf(object) ?? '', now),
    endpoints,
    onNode,
    events,
    { title: 'Object, without what is default', lines: toYaml(pruneObject(object)).split('\n') },
  ]);
}

/** How it is, in a few lines. */
function describeState(object: KubeObject, now: Date): readonly string[] {
  const age = `created ${ageOf(textAt(object, 'metadata', 'creationTimestamp'), now)} ago`;
  if (kindOf(object) === 'Pod') return [age, ...describePodState(object, now)];
  const desired = textAt(object, 'spec', 'replicas');
  const ready = numberAt(object, 'status', 'readyReplicas');
  const phase = textAt(object, 'status', 'phase');
  return [
    age,
    ...(textAt(object, 'metadata', 'deletionTimestamp') === undefined ? [] : ['is being deleted']),
    ...(desired === undefined ? [] : [`${ready} of ${desired} replicas are ready`]),
    ...(phase === undefined ? [] : [`phase ${phase}`]),
    ...describeConditions(object),
  ];
}

/** A side that must not be seen, or cannot be, does not hide the others: it says so in its place. */
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
