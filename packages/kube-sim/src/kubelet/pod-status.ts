import { toTimestamp } from '../clock/virtual-clock.ts';
import { asArray, asObject, asString, type JsonObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { withCondition } from '../object/conditions.ts';
import { fullName } from '../containers/image-puller.ts';
import { isPassed, type ContainerRun, type ContainerState, type Termination } from '../containers/container-run.ts';

/** The kubelet's state of a pod. */
export interface PodRuns {
  readonly init: readonly ContainerRun[];
  readonly main: readonly ContainerRun[];
  readonly startedAt: number;
  readonly address: string;
  readonly hostAddress: string;
  readonly isSandboxReady: boolean;
  /** Failure of the pod as a whole. */
  readonly failure?: PodFailure;
}

/** Reason and message in a failed pod's status. */
export interface PodFailure {
  readonly reason: string;
  readonly message: string;
}

/** Computes the status that the kubelet reports. */
export function toPodStatus(pod: KubeObject, runs: PodRuns, now: number): JsonObject {
  const time = toTimestamp(now);
  const before = asObject(pod['status']);
  const spec = asObject(pod['spec']);
  const phase = phaseOf(spec, runs);
  const isInitialized = runs.init.every(isPassed) || hasBegun(runs.main);
  const lasting = [...runs.init.filter(({ role }) => role === 'sidecar'), ...runs.main];
  const unready = lasting.filter(({ isReady }) => !isReady).map(({ name }) => name);
  const isReady = unready.length === 0 && phase === 'Running';
  const completed = phase === 'Succeeded' ? { reason: 'PodCompleted' } : undefined;
  const notReady = (runs.failure ? { reason: 'PodFailed' } : completed) ?? {
    reason: 'ContainersNotReady',
    message: `containers with unready status: [${unready.join(' ')}]`,
  };
  const incomplete = runs.init.filter((run) => !isPassed(run)).map(({ name }) => name);
  const notInitialized = {
    reason: 'ContainersNotInitialized',
    message: `containers with incomplete status: [${incomplete.join(' ')}]`,
  };
  const wanted: readonly JsonObject[] = [
    toCondition('PodReadyToStartContainers', runs.isSandboxReady && phase !== 'Succeeded' && phase !== 'Failed'),
    toCondition('Initialized', isInitialized, isInitialized ? completed : notInitialized),
    toCondition('Ready', isReady, isReady ? undefined : notReady),
    toCondition('ContainersReady', isReady, isReady ? undefined : notReady),
  ];
  const scheduled = asArray(before['conditions']).map(asObject);
  const conditions = wanted.reduce<readonly JsonObject[]>((all, each) => withCondition(all, each, time), scheduled);
  const addressed = runs.isSandboxReady && { podIP: runs.address, podIPs: [{ ip: runs.address }] };
  return {
    ...before,
    phase,
    ...runs.failure,
    conditions: conditions.toSorted(
      (left, right) => order.indexOf(asString(left['type'])) - order.indexOf(asString(right['type'])),
    ),
    hostIP: runs.hostAddress,
    hostIPs: [{ ip: runs.hostAddress }],
    ...addressed,
    startTime: before['startTime'] ?? toTimestamp(runs.startedAt),
    ...(runs.init.length > 0 && { initContainerStatuses: toStatuses(runs.init, asArray(spec['initContainers'])) }),
    containerStatuses: toStatuses(runs.main, asArray(spec['containers'])),
  };
}

const order = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'];

function toCondition(type: string, holds: boolean, why: JsonObject = {}): JsonObject {
  return { type, status: holds ? 'True' : 'False', lastProbeTime: null, ...why };
}

/** Tests whether any of a pod's main containers has ever started. */
export function hasBegun(main: readonly ContainerRun[]): boolean {
  return main.some(({ state, last }) => state.phase !== 'waiting' || last !== undefined);
}

/** The pod's phase, computed from its containers. */
export function phaseOf(spec: JsonObject, { init, main, failure }: Pick<PodRuns, 'init' | 'main' | 'failure'>): string {
  if (failure) return 'Failed';
  const policy = spec['restartPolicy'];
  const isOver = ({ state }: ContainerRun) =>
    state.phase === 'terminated' && (policy === 'Never' || (policy === 'OnFailure' && state.exitCode === 0));
  if (
    policy === 'Never' &&
    init.some(({ role, state }) => role === 'init' && state.phase === 'terminated' && state.exitCode !== 0)
  )
    return 'Failed';
  if (!hasBegun(main) && !init.every(isPassed)) return 'Pending';
  if (main.every(isOver)) {
    return main.every(({ state }) => state.phase === 'terminated' && state.exitCode === 0) ? 'Succeeded' : 'Failed';
  }
  const isUnstarted = ({ state, last }: ContainerRun) => state.phase === 'waiting' && last === undefined;
  return main.some(isUnstarted) ? 'Pending' : 'Running';
}

function toStatuses(runs: readonly ContainerRun[], specs: readonly unknown[]): readonly JsonObject[] {
  return runs.map((run, index) => {
    const image = asString(asObject(specs[index])['image']);
    const { state, last, restarts } = run;
    const id = state.phase === 'waiting' ? last?.containerId : state.containerId;
    return {
      name: run.name,
      state: toState(state),
      lastState: last ? { terminated: toTerminated(last) } : {},
      ready: run.role === 'init' ? isPassed(run) : run.isReady,
      restartCount: restarts,
      image: run.isPulled ? fullName(image) : image,
      imageID: run.isPulled ? `${fullName(image).replace(/[:@][^/]*$/, '')}@sha256:${digestOf(image)}` : '',
      ...(id !== undefined && { containerID: id }),
      started: run.hasStarted && state.phase === 'running',
    };
  });
}

function toState(state: ContainerState): JsonObject {
  switch (state.phase) {
    case 'waiting':
      return { waiting: { reason: state.reason, ...(state.message !== undefined && { message: state.message }) } };
    case 'running':
      return { running: { startedAt: toTimestamp(state.startedAt) } };
    case 'terminated':
      return { terminated: toTerminated(state) };
  }
}

function toTerminated({ exitCode, reason, message, startedAt, finishedAt, containerId }: Termination): JsonObject {
  return {
    exitCode,
    reason,
    ...(message !== undefined && { message }),
    startedAt: toTimestamp(startedAt),
    finishedAt: toTimestamp(finishedAt),
    containerID: containerId,
  };
}

function digestOf(image: string): string {
  return Buffer.from(image).toString('hex').padEnd(64, '0').slice(0, 64);
}
