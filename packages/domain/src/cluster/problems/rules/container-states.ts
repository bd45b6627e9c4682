import { type KubeObject, ownerOf } from '../../object/kube-object.ts';
import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../../object/read-value.ts';
import { sidecarNames } from '../../object/sidecars.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { evidence, eventEvidence } from '../evidence.ts';
import { hasLasted } from '../has-lasted.ts';
import type { Finding } from '../problem-rule.ts';
import { explainStartFailure, type StartFailure } from '../start-failures.ts';

const hour = 3_600;
/** The number of restarts of a container that are tolerated in an hour. */
const toleratedRestarts = 3;

/** A container and its status. */
interface Container {
  readonly pod: KubeObject;
  readonly status: JsonObject;
  /** The path of the status. */
  readonly path: string;
  /** For example `Init container "migrate"`. */
  readonly label: string;
}

type Judgement = Omit<Finding, 'object'>;

/** Finds containers that crash, cannot start, or run out of memory. */
export function findContainerProblems(objects: ClusterObjects): readonly Finding[] {
  return objects
    .all('Pod')
    .filter((pod) => textAt(pod, 'metadata', 'deletionTimestamp') === undefined && !hasReason(pod))
    .flatMap((pod) =>
      containersOf(pod).flatMap((container) => {
        const judgement = judgeContainer(container, objects);
        return judgement ? [{ object: pod, ...judgement }] : [];
      }),
    );
}

/**
 * Checks whether the pod failed as a whole, for example by eviction: its containers then only report that
 * they ended.
 */
function hasReason(pod: KubeObject): boolean {
  return hasFailed(pod) && textAt(pod, 'status', 'reason') !== undefined;
}

function hasFailed(pod: KubeObject): boolean {
  return textAt(pod, 'status', 'phase') === 'Failed';
}

function judgeContainer(container: Container, objects: ClusterObjects): Judgement | undefined {
  if (hasFailed(container.pod)) return judgeFailure(container);
  return judgeState(container, objects) ?? judgeEnd(container, objects.now);
}

function containersOf(pod: KubeObject): readonly Container[] {
  const sidecars = sidecarNames(pod);
  return (['initContainerStatuses', 'containerStatuses'] as const).flatMap((field) =>
    objectsAt(pod, 'status', field).map((status) => {
      const name = textAt(status, 'name') ?? '';
      const initWord = sidecars.has(name) ? 'Sidecar' : 'Init container';
      const word = field === 'initContainerStatuses' ? initWord : 'Container';
      return { pod, status, path: `status.${field}[${name}]`, label: `${word} "${name}"` };
    }),
  );
}

/** Reasons of a waiting container that are normal. */
const startingReasons: ReadonlySet<string> = new Set(['ContainerCreating', 'PodInitializing']);

function judgeState(container: Container, objects: ClusterObjects): Judgement | undefined {
  const { status, path, label, pod } = container;
  const hasCrashed = numberAt(status, 'state', 'terminated', 'exitCode') !== 0;
  if (hasCrashed && numberAt(status, 'restartCount') > 0) return judgeCrashLoop(container, 'state', objects);
  const waiting = objectAt(status, 'state', 'waiting');
  const reason = textAt(waiting, 'reason');
  if (reason === undefined || startingReasons.has(reason)) return undefined;
  const said = evidence(`${path}.state.waiting.message`, textAt(waiting, 'message'));
  if (reason === 'CrashLoopBackOff') return judgeCrashLoop(container, 'lastState', objects);
  if (/Image|Registry/.test(reason)) {
    return {
      severity: 'critical',
      reason: 'ImagePullFailed',
      message: `${label} cannot start because its image cannot be pulled.`,
      evidence: [
        ...evidence(`${path}.image`, textAt(status, 'image')),
        ...evidence(`${path}.state.waiting.reason`, reason),
        ...said,
        ...eventEvidence(pod, objects, /^Failed: Failed to pull/),
      ],
      next: 'Check that the name and the tag of the image exist, and that the pod may pull it (imagePullSecrets, the registry).',
    };
  }
  return {
    reason,
    ...judgeRefusal(container, reason),
    evidence: [...evidence(`${path}.state.waiting.reason`, reason), ...said],
  };
}

/** Judges a container that the kubelet or the runtime refuses to start. */
function judgeRefusal({ status, label }: Container, reason: string): Pick<Finding, 'severity' | 'message' | 'next'> {
  const failure = explainStartFailure(textAt(status, 'state', 'waiting', 'message'));
  const isConfig = reason === 'CreateContainerConfigError';
  if (failure) {
    const { meaning, next } = failure;
    return { severity: 'critical', message: `${label} cannot be started: ${meaning}.`, next };
  }
  return {
    severity: 'critical',
    message: isConfig
      ? `${label} cannot be created: the kubelet refuses its configuration.`
      : `${label} cannot be started.`,
    next: isConfig
      ? 'The message names the field: compare env, envFrom, the volume mounts and the securityContext of the container.'
      : 'Check the command, the arguments and the mounts of the container, and the events of the pod.',
  };
}

/** `end`: the path of its last termination, which depends on whether it already waits for the next start. */
function judgeCrashLoop(
  { status, path, label, pod }: Container,
  end: 'state' | 'lastState',
  objects: ClusterObjects,
): Judgement {
  const last = objectAt(status, end, 'terminated');
  const isOutOfMemory = textAt(last, 'reason') === 'OOMKilled';
  const failure = explainStartFailure(textAt(last, 'message'));
  return {
    severity: 'critical',
    reason: isOutOfMemory ? 'OOMKilled' : 'CrashLoopBackOff',
    message: isOutOfMemory
      ? `${label} is killed again and again because it needs more memory than its limit.`
      : describeLoop(label, { failure, exitCode: textAt(last, 'exitCode') }),
    evidence: [
      ...evidence(`${path}.restartCount`, textAt(status, 'restartCount')),
      ...endEvidence(`${path}.${end}.terminated`, last),
      ...(isOutOfMemory ? limitEvidence(pod, status) : []),
      ...eventEvidence(pod, objects, /^Unhealthy:/),
    ],
    next: isOutOfMemory
      ? 'Compare the memory limit of the container with what it uses, and read the end of its previous log.'
      : (failure?.next ?? 'Read the log of the previous run of the container: its last lines show why it ended.'),
  };
}

function describeLoop(
  label: string,
  { failure, exitCode }: { readonly failure: StartFailure | undefined; readonly exitCode: string | undefined },
): string {
  if (failure) return `${label} cannot be started: ${failure.meaning}.`;
  return `${label} starts and ends again and again${exitCode === undefined ? '' : `, last with exit code ${exitCode}`}.`;
}

/** Judges a container that runs, or ran, and recently ended with an error. */
function judgeEnd({ pod, status, path, label }: Container, now: Date): Judgement | undefined {
  const last = objectAt(status, 'lastState', 'terminated');
  const restarts = numberAt(status, 'restartCount');
  const endedAt = textAt(last, 'finishedAt');
  const isRecent = endedAt !== undefined && !hasLasted(endedAt, hour, now);
  if (isRecent && textAt(last, 'reason') === 'OOMKilled') {
    return {
      severity: 'warning',
      reason: 'OOMKilled',
      message: `${label} was killed within the last hour because it needed more memory than its limit.`,
      evidence: [...endEvidence(`${path}.lastState.terminated`, last), ...limitEvidence(pod, status)],
      next: 'Compare the memory limit of the container with what it uses, and read the end of its previous log.',
      since: endedAt,
    };
  }
  if (isRecent && restarts >= toleratedRestarts) {
    return {
      severity: 'warning',
      reason: 'Restarting',
      message: `${label} runs, but has restarted ${restarts} times, the last time within an hour.`,
      evidence: [
        ...evidence(`${path}.restartCount`, String(restarts)),
        ...endEvidence(`${path}.lastState.terminated`, last),
      ],
      next: 'Read the log of the previous run of the container, and check whether its liveness probe ended it.',
      since: endedAt,
    };
  }
  return judgeFailure({ pod, status, path, label });
}

/** Judges a failed pod that nothing restarts; a Job's pods are judged with the Job. */
function judgeFailure({ pod, status, path, label }: Container): Judgement | undefined {
  const ended = objectAt(status, 'state', 'terminated');
  if (numberAt(ended, 'exitCode') === 0 || ownerOf(pod)?.kind === 'Job') return undefined;
  return {
    severity: 'warning',
    reason: textAt(ended, 'reason') === 'OOMKilled' ? 'OOMKilled' : 'ContainerFailed',
    message: `${label} has ended with exit code ${textAt(ended, 'exitCode')}.`,
    evidence: endEvidence(`${path}.state.terminated`, ended),
    next: 'Read the log of the container: its last lines show why it ended.',
    since: textAt(ended, 'finishedAt'),
  };
}

function endEvidence(path: string, ended: JsonObject): Finding['evidence'] {
  return [
    ...evidence(`${path}.reason`, textAt(ended, 'reason')),
    ...evidence(`${path}.exitCode`, textAt(ended, 'exitCode')),
    ...evidence(`${path}.message`, textAt(ended, 'message')),
  ];
}

function limitEvidence(pod: KubeObject, status: JsonObject): Finding['evidence'] {
  const name = textAt(status, 'name') ?? '';
  const spec = ['containers', 'initContainers']
    .flatMap((field) => objectsAt(pod, 'spec', field))
    .find((container) => textAt(container, 'name') === name);
  return evidence(`spec.containers[${name}].resources.limits.memory`, textAt(spec, 'resources', 'limits', 'memory'));
}
