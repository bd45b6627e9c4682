import { randomBytes } from 'node:crypto';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import { chooseBehaviour, type ContainerView, findImageUser, findRootProblem } from '../containers/choose-behaviour.ts';
import { findMountProblem, resolveEnvironment } from '../containers/container-environment.ts';
import { createProber, type Place } from '../containers/container-probes.ts';
import {
  type ContainerRun,
  isPassed,
  linesWritten,
  type RunningContainer,
  type Termination,
} from '../containers/container-run.ts';
import { createImagePuller, readPullSecrets } from '../containers/image-puller.ts';
import { outOfMemoryAfter } from '../containers/resource-usage.ts';
import { deadlineExceeded, deadlineOf, findEviction } from './pod-failure.ts';
import { hasBegun, phaseOf, type PodFailure, type PodRuns } from './pod-status.ts';
import { asArray, asObject, asString, isSameJson } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { Behaviour, ParsedImageRule } from '../rules/image-rule.ts';
import type { EventRecorder, Occurrence } from '../state/event-recorder.ts';
import type { ObjectStore } from '../store/object-store.ts';

interface PodRunnerOptions {
  readonly store: ObjectStore;
  readonly clock: VirtualClock;
  readonly events: EventRecorder;
  readonly rules: () => readonly ParsedImageRule[];
  readonly isListening: ContainerView['isListening'];
}

const maxBackOffMs = 300_000;
const firstBackOffMs = 10_000;
const healthyMs = 600_000;
const retryMs = 10_000;
const never = Number.POSITIVE_INFINITY;

/** Creates the runner that takes a pod's containers from state to state. */
export function createPodRunner({ store, clock, events, rules, isListening }: PodRunnerOptions) {
  const pull = createImagePuller(clock, rules);
  const stepProbe = createProber({ clock, recordEvent, end });

  /** @returns the new state and the time of the next step */
  function step(pod: KubeObject, runs: PodRuns): { readonly runs: PodRuns; readonly due: number | undefined } {
    const spec = asObject(pod['spec']);
    if (['Succeeded', 'Failed'].includes(phaseOf(spec, runs)) && asObject(pod['status'])['phase'] !== 'Pending')
      return { runs, due: undefined };
    const deadline = deadlineOf(pod, runs);
    if (clock.now() >= deadline) return { runs: fail(pod, runs, deadlineExceeded), due: undefined };
    const { runs: next, due } = proceed(pod, runs);
    const eviction = findEviction(pod, next);
    if (eviction && clock.now() >= eviction.at)
      return { runs: fail(pod, next, { ...eviction.failure, type: 'Warning' }), due: undefined };
    return finish(next, Math.min(due, deadline, eviction?.at ?? never));
  }

  function proceed(pod: KubeObject, runs: PodRuns): { readonly runs: PodRuns; readonly due: number } {
    const spec = asObject(pod['spec']);
    const problem = runs.isSandboxReady ? undefined : findMountProblem(store, pod);
    if (problem !== undefined) return { runs, due: reportMount(pod, runs, problem) };
    const ready = { ...runs, isSandboxReady: true };
    let due = never;
    for (const [index, run] of ready.init.entries()) {
      due = Math.min(
        due,
        stepContainer(run, {
          pod,
          container: asObject(asArray(spec['initContainers'])[index]),
          list: 'initContainers',
          address: runs.address,
        }),
      );
      if (!isPassed(run) && !hasBegun(ready.main)) return { runs: ready, due };
    }
    for (const [index, run] of ready.main.entries()) {
      due = Math.min(
        due,
        stepContainer(run, {
          pod,
          container: asObject(asArray(spec['containers'])[index]),
          list: 'containers',
          address: runs.address,
        }),
      );
    }
    if (['Succeeded', 'Failed'].includes(phaseOf(spec, ready)))
      for (const run of ready.init) end(run, { exitCode: 0, reason: 'Completed', at: clock.now() });
    return { runs: ready, due };
  }

  /** Fails a pod as a whole and ends its containers. */
  function fail(
    pod: KubeObject,
    runs: PodRuns,
    { type = 'Normal', ...failure }: PodFailure & Pick<Occurrence, 'type'>,
  ): PodRuns {
    const host = asString(asObject(pod['spec'])['nodeName']);
    const place = { component: 'kubelet', host };
    events.record(pod, { type, ...failure, ...place });
    for (const run of [...runs.init, ...runs.main].filter(({ state }) => state.phase === 'running')) {
      const fieldPath = `spec.${runs.init.includes(run) ? 'initContainers' : 'containers'}{${run.name}}`;
      events.record(pod, { reason: 'Killing', message: `Stopping container ${run.name}`, ...place, fieldPath });
      end(run, { exitCode: 137, reason: 'Error', at: clock.now() });
    }
    return { ...runs, failure };
  }

  function finish(runs: PodRuns, due: number) {
    return { runs, due: due === never ? undefined : due };
  }

  function recordEvent(place: Place, occurrence: Omit<Occurrence, 'component' | 'host' | 'fieldPath'>): void {
    const host = asString(asObject(place.pod['spec'])['nodeName']);
    const fieldPath = `spec.${place.list}{${asString(place.container['name'])}}`;
    events.record(place.pod, { ...occurrence, component: 'kubelet', host, fieldPath });
  }

  function reportMount(pod: KubeObject, runs: PodRuns, message: string): number {
    const [first] = runs.main;
    const now = clock.now();
    if (!first || now < first.notBefore) return first?.notBefore ?? never;
    events.record(pod, {
      type: 'Warning',
      reason: 'FailedMount',
      message,
      component: 'kubelet',
      host: asString(asObject(pod['spec'])['nodeName']),
    });
    first.backOffMs = Math.min(122_000, Math.max(500, first.backOffMs * 2));
    first.notBefore = now + first.backOffMs;
    return first.notBefore;
  }

  function stepContainer(run: ContainerRun, place: Place): number {
    if (run.state.phase === 'running') {
      const due = stepRunning(run, place);
      if (run.state.phase === 'running') return due;
    }
    if (run.state.phase === 'terminated') {
      if (!shouldRestart(run, place)) return never;
      if (clock.now() < run.notBefore) return backOff(run, place);
    }
    if (clock.now() < run.notBefore) return run.notBefore;
    return start(run, place);
  }

  function shouldRestart({ role, state }: ContainerRun, { pod }: Place): boolean {
    const policy = asObject(pod['spec'])['restartPolicy'];
    if (state.phase !== 'terminated') return false;
    if (role === 'sidecar') return true;
    if (role === 'init') return state.exitCode !== 0 && policy !== 'Never';
    return policy === 'Always' || (policy === 'OnFailure' && state.exitCode !== 0);
  }

  function backOff(run: ContainerRun, place: Place): number {
    if (run.state.phase !== 'terminated') return run.notBefore;
    const { name, namespace = '', uid } = place.pod.metadata;
    const seconds = run.backOffMs / 1000;
    const text = seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
    const subject = `restarting failed container=${run.name} pod=${name}_${namespace}(${uid})`;
    recordEvent(place, {
      type: 'Warning',
      reason: 'BackOff',
      message: `Back-off restarting failed container ${run.name} in pod ${name}_${namespace}(${uid})`,
    });
    const { phase: _, ...last } = run.state;
    run.last = last;
    run.state = { phase: 'waiting', reason: 'CrashLoopBackOff', message: `back-off ${text} ${subject}` };
    return run.notBefore;
  }

  function start(run: ContainerRun, place: Place): number {
    const { pod, container } = place;
    const waiting = pull(run, {
      image: asString(container['image']),
      policy: container['imagePullPolicy'],
      secrets: readPullSecrets(store, pod),
      recordEvent: (occurrence) => recordEvent(place, occurrence),
    });
    if (waiting !== undefined) return waiting;
    const environment = resolveEnvironment(store, pod, container);
    const problem = 'error' in environment ? environment.error : findRoot(place);
    if ('error' in environment || problem !== undefined) return failToConfigure(run, place, problem ?? '');
    const { variables } = environment;
    const now = clock.now();
    const behaviour = choose(place, variables);
    if (run.state.phase === 'terminated') {
      const { phase: _, ...last } = run.state;
      run.last = last;
    }
    if (run.last) run.restarts += 1;
    run.state = {
      phase: 'running',
      startedAt: now,
      containerId: `containerd://${randomBytes(32).toString('hex')}`,
      behaviour,
      since: now,
      recheckAt: recheckOf(behaviour, now),
      variables,
      written: [],
    };
    run.probes.clear();
    run.hasStarted = container['startupProbe'] === undefined;
    run.isReady = run.hasStarted && container['readinessProbe'] === undefined && run.role !== 'init';
    recordEvent(place, { reason: 'Created', message: `Created container: ${run.name}` });
    if (behaviour.startError !== undefined) return failToStart(run, place, behaviour.startError);
    recordEvent(place, { reason: 'Started', message: `Started container ${run.name}` });
    return stepRunning(run, place);
  }

  function findRoot({ pod, container }: Place): string | undefined {
    return findRootProblem(pod, container, findImageUser(rules(), asString(container['image'])));
  }

  function failToConfigure(run: ContainerRun, place: Place, message: string): number {
    recordEvent(place, { type: 'Warning', reason: 'Failed', message: `Error: ${message}` });
    run.state = { phase: 'waiting', reason: 'CreateContainerConfigError', message };
    run.notBefore = clock.now() + retryMs;
    return run.notBefore;
  }

  function failToStart(run: ContainerRun, place: Place, why: string): number {
    const message = `failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: ${why}: unknown`;
    recordEvent(place, { type: 'Warning', reason: 'Failed', message: `Error: ${message}` });
    end(run, { exitCode: 128, reason: 'StartError', message, at: clock.now() });
    return run.notBefore;
  }

  function choose({ pod, address, container }: Place, variables: Readonly<Record<string, string>>): Behaviour {
    return chooseBehaviour(store, rules(), { pod, address, container, variables, isListening });
  }

  /** Switches a running container to another rule, if its rule says to check for one. */
  function recheck(state: RunningContainer, place: Place): RunningContainer {
    const now = clock.now();
    if (now < state.recheckAt) return state;
    const behaviour = choose(place, state.variables);
    const recheckAt = recheckOf(behaviour, now);
    if (isSameJson(behaviour, state.behaviour)) return { ...state, recheckAt };
    return { ...state, recheckAt, behaviour, since: now, written: linesWritten(state, now) };
  }

  function stepRunning(run: ContainerRun, place: Place): number {
    if (run.state.phase !== 'running') return never;
    const state = recheck(run.state, place);
    run.state = state;
    const { behaviour, since } = state;
    const exitAfter = behaviour.exitAfter ?? never;
    const killedAfter = outOfMemoryAfter(place.container, behaviour) ?? never;
    const endsAt = since + 1000 * Math.min(exitAfter, killedAfter);
    if (clock.now() >= endsAt) {
      const isKilled = behaviour.oomKilled || killedAfter <= exitAfter;
      const exitCode = isKilled ? 137 : behaviour.exitCode;
      end(run, { exitCode, reason: isKilled ? 'OOMKilled' : exitCode === 0 ? 'Completed' : 'Error', at: endsAt });
      return never;
    }
    return Math.min(
      endsAt,
      state.recheckAt,
      ...['startupProbe', 'readinessProbe', 'livenessProbe'].map((name) => stepProbe(name, run, place)),
    );
  }

  function end(
    run: ContainerRun,
    { at, ...how }: Pick<Termination, 'exitCode' | 'reason' | 'message'> & { readonly at: number },
  ): void {
    if (run.state.phase !== 'running') return;
    const { startedAt, containerId } = run.state;
    const hasRun = how.reason !== 'StartError';
    const termination: Termination = { ...how, startedAt: hasRun ? startedAt : 0, finishedAt: at, containerId };
    run.pastLogs.push(linesWritten(run.state, at));
    run.pastLogs.splice(0, run.pastLogs.length - 2);
    run.state = { phase: 'terminated', ...termination };
    run.isReady = false;
    if (at - startedAt >= healthyMs) run.backOffMs = 0;
    run.notBefore = at + run.backOffMs;
    run.backOffMs =
      run.backOffMs === 0 ? firstBackOffMs : Math.min(maxBackOffMs, run.backOffMs * (run.restarts > 0 ? 2 : 1));
  }

  return { step };
}

function recheckOf({ recheckEvery }: Behaviour, now: number): number {
  return recheckEvery === undefined ? never : now + 1000 * recheckEvery;
}
