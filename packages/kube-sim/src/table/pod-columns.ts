import { asArray, asObject, asString, type JsonObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { ageColumn, column, nameColumn, wide, type Column } from './column.ts';
import { formatDuration } from './duration.ts';

function statuses(pod: KubeObject, field: string): readonly JsonObject[] {
  return asArray(asObject(pod['status'])[field]).map(asObject);
}

function condition(pod: KubeObject, type: string): JsonObject {
  return statuses(pod, 'conditions').find((each) => each['type'] === type) ?? {};
}

function state(status: JsonObject, name: string): JsonObject | undefined {
  const value = asObject(status['state'])[name];
  return value === undefined ? undefined : asObject(value);
}

function describeTermination(terminated: JsonObject): string {
  if (asString(terminated['reason']) !== '') return asString(terminated['reason']);
  const signal = Number(terminated['signal'] ?? 0);
  return signal === 0 ? `ExitCode:${Number(terminated['exitCode'])}` : `Signal:${signal}`;
}

/** The STATUS column of a pod, a summary of all containers. */
function podReason(pod: KubeObject): string {
  const { phase, reason } = asObject(pod['status']);
  const initializing = describeInitialization(pod);
  let summary = initializing ?? (asString(reason) || asString(phase));
  if (condition(pod, 'PodScheduled')['reason'] === 'SchedulingGated') summary = 'SchedulingGated';
  if (initializing === undefined) summary = describeContainers(pod, summary);
  if (pod.metadata.deletionTimestamp === undefined) return summary;
  return reason === 'NodeLost' ? 'Unknown' : phase === 'Succeeded' || phase === 'Failed' ? summary : 'Terminating';
}

function describeInitialization(pod: KubeObject): string | undefined {
  if (condition(pod, 'Initialized')['status'] === 'True') return undefined;
  const specs = asArray(asObject(pod['spec'])['initContainers']).map(asObject);
  const found = statuses(pod, 'initContainerStatuses');
  for (const [index, status] of found.entries()) {
    const terminated = state(status, 'terminated');
    if (terminated && terminated['exitCode'] === 0) continue;
    if (isSidecarOf(pod)(status) && status['started'] === true) continue;
    if (terminated) return `Init:${describeTermination(terminated)}`;
    const waiting = asString(state(status, 'waiting')?.['reason']);
    return waiting !== '' && waiting !== 'PodInitializing' ? `Init:${waiting}` : `Init:${index}/${specs.length}`;
  }
  return undefined;
}

function describeContainers(pod: KubeObject, before: string): string {
  let summary = before;
  let running = false;
  for (const status of statuses(pod, 'containerStatuses').toReversed()) {
    const waiting = asString(state(status, 'waiting')?.['reason']);
    const terminated = state(status, 'terminated');
    if (waiting !== '') summary = waiting;
    else if (terminated) summary = describeTermination(terminated);
    else if (status['ready'] === true && state(status, 'running')) running = true;
  }
  if (summary !== 'Completed' || !running) return summary;
  return condition(pod, 'Ready')['status'] === 'True' ? 'Running' : 'NotReady';
}

/** Tests whether an init container or its status belongs to a sidecar. */
function isSidecarOf(pod: KubeObject): (container: JsonObject) => boolean {
  const specs = asArray(asObject(pod['spec'])['initContainers']).map(asObject);
  return ({ name }) => specs.find((each) => each['name'] === name)?.['restartPolicy'] === 'Always';
}

function formatRestarts(pod: KubeObject, now: number): string {
  const isInitializing = describeInitialization(pod) !== undefined;
  const first = statuses(pod, 'initContainerStatuses');
  const all = isInitializing ? first : [...first.filter(isSidecarOf(pod)), ...statuses(pod, 'containerStatuses')];
  const restarts = all.reduce((sum, status) => sum + Number(status['restartCount'] ?? 0), 0);
  const last = all
    .map((status) => asString(asObject(asObject(status['lastState'])['terminated'])['finishedAt']))
    .filter((time) => time !== '')
    .sort()
    .at(-1);
  return restarts > 0 && last !== undefined
    ? `${restarts} (${formatDuration(now - Date.parse(last))} ago)`
    : String(restarts);
}

export const podColumns: readonly Column[] = [
  nameColumn,
  column('Ready', (pod) => {
    const { initContainers, containers } = asObject(pod['spec']);
    const isSidecar = isSidecarOf(pod);
    const total = [...asArray(initContainers).map(asObject).filter(isSidecar), ...asArray(containers)].length;
    const beside = statuses(pod, 'initContainerStatuses').filter(isSidecar);
    const ready = [...beside, ...statuses(pod, 'containerStatuses')].filter((status) => status['ready'] === true);
    return `${ready.length}/${total}`;
  }),
  column('Status', podReason),
  column('Restarts', formatRestarts),
  ageColumn,
  wide('IP', (pod) => asString(asObject(pod['status'])['podIP']) || '<none>'),
  wide('Node', (pod) => asString(asObject(pod['spec'])['nodeName']) || '<none>'),
  wide('Nominated Node', (pod) => asString(asObject(pod['status'])['nominatedNodeName']) || '<none>'),
  wide('Readiness Gates', (pod) => {
    const gates = asArray(asObject(pod['spec'])['readinessGates']).map(asObject);
    const met = gates.filter((gate) => condition(pod, asString(gate['conditionType']))['status'] === 'True').length;
    return gates.length === 0 ? '<none>' : `${met}/${gates.length}`;
  }),
];
