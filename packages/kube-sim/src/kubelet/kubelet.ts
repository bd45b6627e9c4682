import { earliestDue } from '../control-loop/earliest-due.ts';
import { putOwned } from '../api/put-owned.ts';
import { listens } from '../containers/container-probes.ts';
import { type ContainerRun, createContainerRun, linesWritten, nextLineAt } from '../containers/container-run.ts';
import { type ResourceUsage, usageAt } from '../containers/resource-usage.ts';
import type { Controller } from '../control-loop/controller.ts';
import { isSilent } from '../controllers/nodes/node-lifecycle.ts';
import { evictedReason } from './pod-failure.ts';
import { createPodRunner } from './pod-runner.ts';
import { type PodRuns, toPodStatus } from './pod-status.ts';
import { isPodReady } from '../object/conditions.ts';
import { asArray, asObject, asString, isSameJson } from '../object/json-value.ts';
import { controllerOf, type KubeObject } from '../object/kube-object.ts';
import { type ImageRule, imageRuleSchema, type ParsedImageRule } from '../rules/image-rule.ts';
import type { ClusterState, LogLine, LogSource } from '../state/cluster-state.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** Runs the pods of all nodes, in place of their kubelets. */
export interface Kubelet {
  readonly controller: Controller;
  readonly logs: LogSource;
  setImages(rules: readonly ImageRule[]): void;
  /** The usage of a pod's running containers at a time, except those started later. */
  measure(pod: KubeObject, at: number): readonly ContainerUsage[];
}

interface ContainerUsage extends ResourceUsage {
  readonly name: string;
}

/** Time that a container takes to stop. */
const stopMs = 1000;

/** Creates the kubelet of a cluster. */
export function createKubelet(
  state: Pick<ClusterState, 'store' | 'clock' | 'events' | 'registry' | 'schemas'>,
): Kubelet {
  const { store, clock, events } = state;
  const pods = new Map<string, PodRuns & { stopping?: boolean }>();
  const listeners = new Set<() => void>();
  let rules: readonly ParsedImageRule[] = [];
  let nextAddress = 4;
  const runner = createPodRunner({ store, clock, events, rules: () => rules, isListening });

  function isListening(pod: KubeObject, port: number): boolean {
    const containers = asArray(asObject(pod['spec'])['containers']).map(asObject);
    return (pods.get(pod.metadata.uid)?.main ?? []).some(({ state }, index) => {
      if (state.phase !== 'running') return false;
      const age = (clock.now() - state.since) / 1000;
      return listens({ container: containers[index] ?? {}, behaviour: state.behaviour, age }, port);
    });
  }

  function runsOf(pod: KubeObject): PodRuns & { stopping?: boolean } {
    const known = pods.get(pod.metadata.uid);
    if (known) return known;
    const spec = asObject(pod['spec']);
    const node = store.get('/nodes', { name: asString(spec['nodeName']) });
    const addresses = asArray(asObject(node?.['status'])['addresses']).map(asObject);
    const hasInit = asArray(spec['initContainers']).length > 0;
    const subnet = asString(asObject(node?.['spec'])['podCIDR']).replace(/\d+\/\d+$/, '') || '10.244.0.';
    const made = {
      init: asArray(spec['initContainers'])
        .map(asObject)
        .map(({ name, restartPolicy }) =>
          createContainerRun(asString(name), restartPolicy === 'Always' ? 'sidecar' : 'init', 'PodInitializing'),
        ),
      main: asArray(spec['containers']).map((each) =>
        createContainerRun(asString(asObject(each)['name']), 'main', hasInit ? 'PodInitializing' : 'ContainerCreating'),
      ),
      startedAt: clock.now(),
      address: `${subnet}${nextAddress % 250}`,
      hostAddress: asString(addresses[0]?.['address']),
      isSandboxReady: false,
    };
    nextAddress += 1;
    pods.set(pod.metadata.uid, made);
    return made;
  }

  function syncPod(pod: KubeObject): number | undefined {
    const runs = runsOf(pod);
    if (pod.metadata.deletionTimestamp !== undefined) return stop(pod, runs);
    const { runs: next, due } = runner.step(pod, runs);
    pods.set(pod.metadata.uid, next);
    const status = toPodStatus(pod, next, clock.now());
    if (!isSameJson(status, pod['status'])) {
      const next = { ...pod, status };
      putOwned(state, '/pods', { current: pod, next, subresource: 'status', manager: 'kubelet' });
    }
    return due;
  }

  function stop(pod: KubeObject, runs: PodRuns & { stopping?: boolean; stopAt?: number }): number | undefined {
    const now = clock.now();
    if (!runs.stopping) {
      runs.stopping = true;
      runs.stopAt = now + Math.min(stopMs, 1000 * (pod.metadata.deletionGracePeriodSeconds ?? 0));
      for (const { name, state } of runs.main) {
        if (state.phase !== 'running') continue;
        events.record(pod, {
          reason: 'Killing',
          message: `Stopping container ${name}`,
          component: 'kubelet',
          host: asString(asObject(pod['spec'])['nodeName']),
          fieldPath: `spec.containers{${name}}`,
        });
      }
    }
    const stopAt = runs.stopAt ?? now;
    if (now < stopAt) return stopAt;
    if ((pod.metadata.finalizers ?? []).length > 0) return undefined;
    pods.delete(pod.metadata.uid);
    store.remove('/pods', pod);
    return undefined;
  }

  function findRun(podUid: string, container: string): ContainerRun | undefined {
    const runs = pods.get(podUid);
    return [...(runs?.init ?? []), ...(runs?.main ?? [])].find(({ name }) => name === container);
  }

  const logs: LogSource = {
    read(podUid, container, previous): readonly LogLine[] | undefined {
      const run = findRun(podUid, container);
      // The kubelet removes the containers of an evicted pod, and their logs with them.
      if (!run || pods.get(podUid)?.failure?.reason === evictedReason) return undefined;
      const current = run.state.phase === 'running' ? linesWritten(run.state, clock.now()) : run.pastLogs.at(-1);
      if (!previous) return current;
      // Before a restart, the last ended container is both the current and the previous one.
      return run.last && run.pastLogs.at(run.state.phase === 'terminated' ? -2 : -1);
    },
    isOpen: (podUid, container) => findRun(podUid, container)?.state.phase === 'running',
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  /** The time of the next line for log followers. */
  function nextLine(): number {
    const now = clock.now();
    const running = listeners.size === 0 ? [] : [...pods.values()].flatMap(({ init, main }) => [...init, ...main]);
    return Math.min(
      Number.POSITIVE_INFINITY,
      ...running.map(({ state }) => (state.phase === 'running' ? nextLineAt(state, now) : Number.POSITIVE_INFINITY)),
    );
  }

  function measure(pod: KubeObject, at: number): readonly ContainerUsage[] {
    const containers = asArray(asObject(pod['spec'])['containers']).map(asObject);
    return (pods.get(pod.metadata.uid)?.main ?? []).flatMap(({ name, state }, index) => {
      if (state.phase !== 'running' || state.startedAt >= at) return [];
      const age = Math.max(0, at - state.since) / 1000;
      const { cpu, memory, shared } = usageAt(containers[index] ?? {}, state.behaviour, age);
      return [{ name, cpu: shared ? shareOf(store, pod, cpu) : cpu, memory }];
    });
  }

  return {
    logs,
    measure,
    setImages(next) {
      rules = next.map((rule) => imageRuleSchema.parse(rule));
    },
    controller: {
      name: 'kubelet',
      watches: ['/pods', '/nodes', '/configmaps', '/secrets', '/persistentvolumeclaims'],
      sync() {
        const bound = store.list('/pods').filter((pod) => asObject(pod['spec'])['nodeName'] !== undefined);
        const uids = new Set(bound.map(({ metadata }) => metadata.uid));
        for (const uid of pods.keys()) if (!uids.has(uid)) pods.delete(uid);
        const silent = new Set(
          store
            .list('/nodes')
            .filter(isSilent)
            .map(({ metadata }) => metadata.name),
        );
        const heard = bound.filter(({ spec }) => !silent.has(asString(asObject(spec)['nodeName'])));
        const dues = heard.map(syncPod);
        for (const listener of listeners) listener();
        return earliestDue([nextLine(), ...dues]);
      },
    },
  };
}

/** A ready pod's share of a load that its controller's ready pods split. */
function shareOf(store: ObjectStore, pod: KubeObject, load: number): number {
  const owner = controllerOf(pod)?.uid;
  const sharing = store
    .list('/pods', pod.metadata.namespace)
    .filter((each) => (each === pod || (owner !== undefined && controllerOf(each)?.uid === owner)) && isPodReady(each));
  return sharing.includes(pod) ? load / sharing.length : 0;
}
