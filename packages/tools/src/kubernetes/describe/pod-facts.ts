import { type JsonObject, type KubeObject, numberAt, objectAt, objectsAt, textAt } from '@shipmate/domain/cluster';
import { ageOf } from '../object/age.ts';

/** How a pod and each of its containers are. */
export function describePodState(pod: KubeObject, now: Date): readonly string[] {
  return [describePhase(pod), ...describeContainers(pod, now), ...describeConditions(pod)];
}

/** Why a pod is not ready, on one line: its containers say so, or its conditions where none has run. */
export function describePodTrouble(pod: KubeObject, now: Date): string {
  const containers = describeContainers(pod, now);
  return [describePhase(pod), ...(containers.length > 0 ? containers : describeConditions(pod))].join('; ');
}

export function describePhase(pod: KubeObject): string {
  const reason = textAt(pod, 'status', 'reason');
  const message = textAt(pod, 'status', 'message');
  const node = textAt(pod, 'spec', 'nodeName');
  const head = [
    `phase ${textAt(pod, 'status', 'phase') ?? 'unknown'}`,
    ...(textAt(pod, 'metadata', 'deletionTimestamp') === undefined ? [] : ['being deleted']),
    ...(reason === undefined ? [] : [reason]),
    node === undefined ? 'on no node' : `on node ${node}`,
  ].join(', ');
  return `${head}${message === undefined ? '' : `: ${message}`}`;
}

function describeContainers(pod: KubeObject, now: Date): readonly string[] {
  return ['initContainerStatuses', 'containerStatuses'].flatMap((field) =>
    objectsAt(pod, 'status', field).map((status) => describeContainer(status, field === 'initContainerStatuses', now)),
  );
}

function describeContainer(status: JsonObject, isInit: boolean, now: Date): string {
  const name = `${isInit ? 'init container' : 'container'} ${textAt(status, 'name') ?? ''}`;
  const restarts = numberAt(status, 'restartCount');
  const last = describeState(objectAt(status, 'lastState'), now);
  return [
    `${name}: ${describeState(objectAt(status, 'state'), now) ?? 'no state yet'}`,
    ...(isInit || status['ready'] === true ? [] : ['not ready']),
    ...(restarts > 0 ? [`${restarts} restarts`] : []),
    ...(last === undefined ? [] : [`before: ${last}`]),
  ].join('; ');
}

function describeState(state: JsonObject, now: Date): string | undefined {
  const [kind] = Object.keys(state);
  if (kind === undefined) return undefined;
  const details = objectAt(state, kind);
  const message = textAt(details, 'message')?.trim();
  const exit = kind === 'terminated' ? ` with exit code ${numberAt(details, 'exitCode')}` : '';
  const since = textAt(details, kind === 'terminated' ? 'finishedAt' : 'startedAt');
  const reason = textAt(details, 'reason');
  return `${kind}${exit}${reason === undefined ? '' : ` (${reason})`}${since === undefined ? '' : ` ${ageOf(since, now)} ago`}${message ? `: ${message}` : ''}`;
}

/** Conditions that are not as they should be, of whatever object has such. */
export function describeConditions(object: KubeObject): readonly string[] {
  return objectsAt(object, 'status', 'conditions')
    .filter((condition) => isTroubling(textAt(condition, 'type') ?? '', textAt(condition, 'status') ?? ''))
    .map((condition) => {
      const message = textAt(condition, 'message');
      const reason = textAt(condition, 'reason');
      return `condition ${textAt(condition, 'type')} is ${textAt(condition, 'status')}${reason === undefined ? '' : ` (${reason})`}${message ? `: ${message}` : ''}`;
    });
}

/** Conditions that should be false; all others should be true. */
const badConditions =
  /Pressure$|^(?:NetworkUnavailable|Failed|FailureTarget|Suspended|ReplicaFailure|Stalled|Degraded|DisruptionTarget|ScalingLimited|PodResizePending)$/;

function isTroubling(type: string, status: string): boolean {
  return badConditions.test(type) ? status === 'True' : status !== 'True';
}
