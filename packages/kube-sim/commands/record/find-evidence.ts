import type { Observation } from '../../src/scenario/scenario.ts';
import { asArray, asObject, asString, scalarToText } from '../../src/object/json-value.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import type { ObservedContainer } from './observe-containers.ts';
import type { NamespaceState } from './read-namespace.ts';

/** Collects the evidence in a namespace: the state of unhealthy workloads and their pods, and warnings. */
export function findEvidence(
  { namespace, objects, pods, events }: NamespaceState,
  observed: readonly ObservedContainer[],
): readonly Observation[] {
  const alone = pods.filter(({ metadata }) => (metadata.ownerReferences ?? []).length === 0);
  return [
    ...[...objects, ...alone].filter(hasPods).flatMap((each) => observeWorkload(each, { pods, events, observed })),
    ...observeWarnings(objects, events),
    { of: nameOf(namespace), object: '"phase":"Active"' },
  ];
}

/** The checks that hold when all workloads are available. */
export function findOutcome({ objects, namespace }: NamespaceState): readonly Observation[] {
  const checks = objects
    .filter((each) => each.kind === 'Deployment' && asObject(each['spec'])['replicas'] !== 0)
    .map((each) => ({
      of: nameOf(each),
      object: `"availableReplicas":${scalarToText(asObject(each['spec'])['replicas'])}\\b`,
    }));
  return checks.length > 0 ? checks : [{ of: nameOf(namespace), object: '"phase":"Active"' }];
}

function hasPods({ kind }: KubeObject): boolean {
  return ['DaemonSet', 'Deployment', 'Job', 'Pod', 'StatefulSet'].includes(kind);
}

function observeWorkload(
  workload: KubeObject,
  {
    pods,
    events,
    observed,
  }: Pick<NamespaceState, 'events' | 'pods'> & { readonly observed: readonly ObservedContainer[] },
): readonly Observation[] {
  const labels = workload.kind === 'Pod' ? undefined : labelsOf(workload);
  const own = pods.filter(({ metadata }) =>
    labels === undefined
      ? metadata.name === workload.metadata.name
      : Object.entries(labels).every(([name, value]) => metadata.labels?.[name] === value),
  );
  const failing = own.find((pod) => failurePatternOf(pod) !== undefined);
  if (!failing) return [];
  const of = {
    apiVersion: 'v1',
    kind: 'Pod',
    ...namespaceOf(workload.metadata),
    ...(labels === undefined ? { name: workload.metadata.name } : { labels }),
  };
  const warnings = events.filter(
    ({ type, involvedObject }) => type === 'Warning' && asObject(involvedObject)['uid'] === failing.metadata.uid,
  );
  const log = lastLineOf(failing, observed);
  return [
    { of, object: failurePatternOf(failing) ?? '' },
    ...[...new Set(warnings.map(({ reason }) => asString(reason)))].map((reason) => ({
      of,
      event: `^${escape(reason)} `,
    })),
    ...(log === undefined ? [] : [{ of, log: escape(log) }]),
  ];
}

/** Warnings about objects other than pods. ReplicaSets have generated names and are found by labels. */
function observeWarnings(objects: readonly KubeObject[], events: readonly KubeObject[]): readonly Observation[] {
  const found = events.flatMap(({ type, reason, involvedObject }): Observation[] => {
    const { kind, name } = asObject(involvedObject);
    if (type !== 'Warning' || kind === 'Pod') return [];
    const event = `^${escape(asString(reason))} `;
    const isMaker = (each: KubeObject) =>
      each.kind === 'Deployment' && asString(name).startsWith(`${each.metadata.name}-`);
    const maker = kind === 'ReplicaSet' ? objects.find(isMaker) : undefined;
    if (maker) {
      const { apiVersion, metadata } = maker;
      return [{ of: { apiVersion, kind: 'ReplicaSet', ...namespaceOf(metadata), labels: labelsOf(maker) }, event }];
    }
    const object = objects.find((each) => each.kind === kind && each.metadata.name === name);
    return object ? [{ of: nameOf(object), event }] : [];
  });
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

/** The last log line of a failing container. */
function lastLineOf({ spec }: KubeObject, observed: readonly ObservedContainer[]): string | undefined {
  const images = asArray(asObject(spec)['containers']).map((container) => asString(asObject(container)['image']));
  const found = observed.find(({ rule, isFailing }) => isFailing && images.includes(rule.image));
  return found?.rule.run?.logs?.at(-1)?.text;
}

/** A pattern for the failure of a pod; undefined if it is healthy. */
function failurePatternOf(pod: KubeObject): string | undefined {
  const status = asObject(pod['status']);
  const statuses = [...asArray(status['initContainerStatuses']), ...asArray(status['containerStatuses'])].map(asObject);
  for (const { state, lastState } of statuses) {
    const ended = asObject(asObject(lastState)['terminated'] ?? asObject(state)['terminated']);
    if (ended['reason'] === 'OOMKilled') return 'OOMKilled';
    if (ended['exitCode'] !== undefined && ended['exitCode'] !== 0)
      return `"exitCode":${scalarToText(ended['exitCode'])}\\b`;
    const reason = asString(asObject(asObject(state)['waiting'])['reason']);
    if (/ErrImagePull|ImagePullBackOff/.test(reason)) return 'ErrImagePull|ImagePullBackOff';
    if (reason !== '' && !/^(?:ContainerCreating|PodInitializing)$/.test(reason)) return escape(reason);
  }
  const conditions = asArray(status['conditions']).map(asObject);
  if (conditions.some(({ type, status: is }) => type === 'PodScheduled' && is === 'False')) return 'Unschedulable';
  const isReady = conditions.some(({ type, status: is }) => type === 'Ready' && is === 'True');
  return isReady || status['phase'] === 'Succeeded'
    ? undefined
    : '"type":"Ready","status":"False"|"status":"False".{0,200}"type":"Ready"';
}

/** The labels of a workload's pods. */
function labelsOf({ spec, metadata }: KubeObject): Record<string, string> {
  const selector = asObject(asObject(asObject(spec)['selector'])['matchLabels']);
  const labels = Object.entries(selector).filter(([name]) => !name.includes('controller-uid'));
  return labels.length > 0 ? (Object.fromEntries(labels) as Record<string, string>) : { 'job-name': metadata.name };
}

function nameOf({ apiVersion, kind, metadata }: KubeObject): Observation['of'] {
  return { apiVersion, kind, name: metadata.name, ...namespaceOf(metadata) };
}

function namespaceOf({ namespace }: KubeObject['metadata']): { readonly namespace?: string } {
  return namespace === undefined ? {} : { namespace };
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
