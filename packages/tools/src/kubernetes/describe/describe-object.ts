import { AppError } from '@shipmate/core';
import {
  annotationsOf,
  formatCpu,
  formatMemory,
  isOwnedBy,
  type KubeObject,
  kindOf,
  nameOf,
  namespaceOf,
  numberAt,
  objectsAt,
  parseQuantity,
  textAt,
} from '@shipmate/domain/cluster/object';
import type { ClusterReader } from '../api/cluster-reader.ts';
import { ageOf } from '../object/age.ts';
import { checkReferences } from './check-references.ts';
import { describeEndpoints } from './endpoints.ts';
import type { DeclarationSearch } from './declarations.ts';
import { describeOwners } from './owner-chain.ts';
import { describeAllConditions, describePodState } from './pod-facts.ts';
import { describeEvents } from './related-events.ts';
import { describePods, findRelatedPods, selectorOf } from './related-pods.ts';
import { joinSections, type Section } from './section.ts';

/** Options for {@link describeObject}. */
interface DescriptionOptions {
  readonly signal: AbortSignal;
  readonly now: Date;
  /** The object as `renderEssentialsText` renders it. */
  readonly essentials: string;
  readonly declarations: DeclarationSearch;
}

/** Describes an object with everything that explains its state: problems first, the object itself last. */
export async function describeObject(
  object: KubeObject,
  reader: ClusterReader,
  { signal, now, essentials, declarations }: DescriptionOptions,
): Promise<string> {
  const surroundings = { reader, signal, now };
  const [related, owned] = await Promise.all([
    attempt('Pods', () => findRelatedPods(object, reader, signal)),
    attempt('ReplicaSets', () => findReplicaSets(object, reader, signal)),
  ]);
  const pods = isSection(related) ? undefined : related;
  const sets = isSection(owned) ? [] : owned;
  const [owners, references, endpoints, onNode, events] = await Promise.all([
    attempt('Controlled by', () => describeOwners(object, { reader, signal, declarations })),
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
    { title: 'Object, without defaults and what is shown above', lines: essentials.split('\n') },
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

const maxNames = 40;

/** Describes the pods on a node and how much of its capacity they request. */
async function describeNodePods(node: KubeObject, reader: ClusterReader, signal: AbortSignal): Promise<Section> {
  const fieldSelector = `spec.nodeName=${nameOf(node)}`;
  const { items, remaining = 0 } = await reader.list(await reader.resolve('pods', signal), { fieldSelector }, signal);
  const names = items.slice(0, maxNames).map((pod) => `${namespaceOf(pod)}/${nameOf(pod)}`);
  const more = items.length + remaining - names.length;
  return {
    title: `Pods on it: ${items.length + remaining}`,
    lines: [
      ...(names.length === 0 ? [] : [`${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]),
      describeShare(node, items, { resource: 'cpu', format: formatCpu }),
      describeShare(node, items, { resource: 'memory', format: formatMemory }),
    ],
  };
}

/** Describes requests and limits of running pods against the node's allocatable resources. */
function describeShare(
  node: KubeObject,
  pods: readonly KubeObject[],
  { resource, format }: { readonly resource: string; readonly format: (amount: number) => string },
): string {
  const running = pods.filter((pod) => !['Succeeded', 'Failed'].includes(textAt(pod, 'status', 'phase') ?? ''));
  const containers = running.flatMap((pod) => objectsAt(pod, 'spec', 'containers'));
  const total = (bound: string) =>
    containers.reduce((sum, each) => sum + (parseQuantity(textAt(each, 'resources', bound, resource)) ?? 0), 0);
  const whole = parseQuantity(textAt(node, 'status', 'allocatable', resource)) ?? 0;
  const share = (amount: number) => `${format(amount)}${whole > 0 ? ` (${Math.floor((100 * amount) / whole)}%)` : ''}`;
  return `${resource}: requests ${share(total('requests'))}, limits ${share(total('limits'))} of ${format(whole)}`;
}

const revisionKey = 'deployment.kubernetes.io/revision';

/** Returns the ReplicaSets of a Deployment, the newest revision first; none for another kind. */
async function findReplicaSets(
  object: KubeObject,
  reader: ClusterReader,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  if (kindOf(object) !== 'Deployment') return [];
  const resource = await reader.resolve('replicasets.apps', signal);
  const { items } = await reader.list(resource, { namespace: namespaceOf(object) }, signal);
  return items.filter((set) => isOwnedBy(set, object)).toSorted((one, other) => revisionOf(other) - revisionOf(one));
}

/** Describes the ReplicaSets that have pods, and always the newest. */
function describeReplicaSets(sets: readonly KubeObject[]): Section {
  const shown = sets.filter((set, index) => index === 0 || numberAt(set, 'status', 'replicas') > 0);
  return {
    title: 'ReplicaSets',
    lines: shown.map((set) => {
      const ready = numberAt(set, 'status', 'readyReplicas');
      const wanted = textAt(set, 'spec', 'replicas') ?? '1';
      return `${nameOf(set)}, revision ${revisionOf(set)}: ${ready} of ${wanted} ready`;
    }),
  };
}

function revisionOf(set: KubeObject): number {
  return Number(annotationsOf(set)[revisionKey]) || 0;
}
