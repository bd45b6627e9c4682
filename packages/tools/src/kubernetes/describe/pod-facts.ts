import {
  badConditionsOf,
  type JsonObject,
  type KubeObject,
  numberAt,
  objectAt,
  objectsAt,
  sidecarNames,
  textAt,
} from '@shipmate/domain/cluster/object';
import { withoutPod } from '../events/event-shape.ts';
import { ageOf } from '../object/age.ts';

/** Describes the state of a pod and of each of its containers. */
export function describePodState(pod: KubeObject, now: Date): readonly string[] {
  return [describePhase(pod), ...describeContainers(pod, now), ...describeAllConditions(pod)];
}

/**
 * Returns why a pod is not ready, on one line: from its containers, or from its conditions when no container has run.
 */
export function describePodTrouble(pod: KubeObject, now: Date): string {
  const containers = describeContainers(pod, now);
  return [describePhase(pod), ...(containers.length > 0 ? containers : describeConditions(pod))].join('; ');
}

export function describePhase(pod: KubeObject): string {
  const reason = textAt(pod, 'status', 'reason');
  const message = textAt(pod, 'status', 'message');
  const node = textAt(pod, 'spec', 'nodeName');
  const [address, quality] = ['podIP', 'qosClass'].map((field) => textAt(pod, 'status', field));
  const head = [
    `phase ${textAt(pod, 'status', 'phase') ?? 'unknown'}`,
    ...(textAt(pod, 'metadata', 'deletionTimestamp') === undefined ? [] : ['being deleted']),
    ...(reason === undefined ? [] : [reason]),
    node === undefined ? 'on no node' : `on node ${node}`,
    ...[address, quality].filter((each) => each !== undefined),
  ].join(', ');
  return `${head}${message === undefined ? '' : `: ${message}`}`;
}

const statusFields = ['initContainerStatuses', 'containerStatuses', 'ephemeralContainerStatuses'] as const;

function describeContainers(pod: KubeObject, now: Date): readonly string[] {
  const sidecars = sidecarNames(pod);
  return statusFields.flatMap((field) =>
    objectsAt(pod, 'status', field).map((status) => {
      const name = textAt(status, 'name') ?? '';
      const word = sidecars.has(name) ? 'sidecar' : words[field];
      return describeContainer(status, `${word} ${name}`, now);
    }),
  );
}

const words = {
  initContainerStatuses: 'init container',
  containerStatuses: 'container',
  ephemeralContainerStatuses: 'ephemeral container',
} as const;

function describeContainer(status: JsonObject, name: string, now: Date): string {
  const restarts = numberAt(status, 'restartCount');
  const last = describeState(objectAt(status, 'lastState'), now);
  const isServing = name.startsWith('container') || name.startsWith('sidecar');
  return [
    `${name}: ${describeState(objectAt(status, 'state'), now) ?? 'no state yet'}`,
    ...(!isServing || status['ready'] === true ? [] : ['not ready']),
    ...(restarts > 0 ? [`${restarts} restarts`] : []),
    ...(last === undefined ? [] : [`before: ${last}`]),
  ].join('; ');
}

function describeState(state: JsonObject, now: Date): string | undefined {
  const [kind] = Object.keys(state);
  if (kind === undefined) return undefined;
  const details = objectAt(state, kind);
  const message = withoutPod(textAt(details, 'message') ?? '').trim();
  const exit = kind === 'terminated' ? ` with exit code ${numberAt(details, 'exitCode')}` : '';
  const since = textAt(details, kind === 'terminated' ? 'finishedAt' : 'startedAt');
  const reason = textAt(details, 'reason');
  return `${kind}${exit}${reason === undefined ? '' : ` (${reason})`}${since === undefined ? '' : ` ${ageOf(since, now)} ago`}${message ? `: ${message}` : ''}`;
}

/** Describes the conditions of any object: unhealthy ones in full, the others by name. */
export function describeAllConditions(object: KubeObject): readonly string[] {
  const bad = new Set(badConditionsOf(object));
  const fine = objectsAt(object, 'status', 'conditions')
    .filter((condition) => !bad.has(condition))
    .map((condition) => {
      const reason = textAt(condition, 'reason');
      return `${textAt(condition, 'type')}=${textAt(condition, 'status')}${reason === undefined ? '' : ` (${reason})`}`;
    });
  return [...describeConditions(object), ...(fine.length === 0 ? [] : [`fine: ${fine.join(', ')}`])];
}

/** Describes the unhealthy conditions of any object; those with the same message share a line. */
export function describeConditions(object: KubeObject): readonly string[] {
  const groups = Map.groupBy(badConditionsOf(object), (condition) => {
    const message = textAt(condition, 'message');
    const reason = textAt(condition, 'reason');
    return `${textAt(condition, 'status')}${reason === undefined ? '' : ` (${reason})`}${message ? `: ${message}` : ''}`;
  });
  return [...groups].map(([text, conditions]) => {
    const types = conditions.map((condition) => textAt(condition, 'type') ?? '').join(', ');
    return conditions.length === 1 ? `condition ${types} is ${text}` : `conditions ${types} are ${text}`;
  });
}
