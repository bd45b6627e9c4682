import type { KubeObject } from '../../cluster/object/kube-object.ts';
import { isCondition } from '../../cluster/object/condition.ts';
import { parseQuantity } from '../../cluster/object/quantity.ts';
import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../../cluster/object/read-value.ts';

/** Container failures of the watched objects before the change. */
export interface FaultHistory {
  /** The longest time that a container ran before it ended, in seconds; 0 if none ended. */
  readonly runSeconds: number;
  /** The longest delay between two starts, in seconds. */
  readonly backOffSeconds: number;
  /** The highest memory limit at which a container was killed, in bytes; null when none was. */
  readonly killedAtBytes: number | null;
  /** True if the API server refuses new pods of a watched workload. */
  readonly isRefused: boolean;
}

/** Restarts by `pod UID/container`; containers that never restarted are left out. */
export type RestartCounts = Readonly<Record<string, number>>;

export const noFaults: FaultHistory = { runSeconds: 0, backOffSeconds: 0, killedAtBytes: null, isRefused: false };

const hourMs = 3_600_000;
const maxRunSeconds = 3_600;
/** The kubelet's first and longest delay between two starts of a container, in seconds. */
const backOff = { first: 10, longest: 300 } as const;

/** Reads the failures within the last hour from pods and from the workloads that create them. */
export function readFaultHistory(
  pods: readonly KubeObject[],
  workloads: readonly KubeObject[],
  now: Date,
): FaultHistory {
  const ends = pods.flatMap((pod) => containersOf(pod).flatMap((container) => readEnd(container, now)));
  const killed = ends.flatMap(({ killedAtBytes }) => killedAtBytes ?? []);
  return {
    runSeconds: Math.max(0, ...ends.map(({ runSeconds }) => runSeconds)),
    backOffSeconds: Math.max(0, ...ends.map(({ backOffSeconds }) => backOffSeconds)),
    killedAtBytes: killed.length === 0 ? null : Math.max(...killed),
    isRefused: workloads.some((workload) => isCondition(workload, 'ReplicaFailure', 'True')),
  };
}

/** Checks whether a container of a pod failed within the last hour. */
export function hasFailedLately(pod: KubeObject, now: Date): boolean {
  return containersOf(pod).some((container) => readEnd(container, now).length > 0);
}

/** Merges two histories of the same objects. */
export function joinHistories(one: FaultHistory, other: FaultHistory): FaultHistory {
  const killed = [one.killedAtBytes, other.killedAtBytes].filter((each) => each !== null);
  return {
    runSeconds: Math.max(one.runSeconds, other.runSeconds),
    backOffSeconds: Math.max(one.backOffSeconds, other.backOffSeconds),
    killedAtBytes: killed.length === 0 ? null : Math.max(...killed),
    isRefused: one.isRefused || other.isRefused,
  };
}

interface WatchedContainer {
  readonly spec: JsonObject;
  readonly status: JsonObject;
}

/** Returns the containers of a pod, init containers included. */
export function containersOf(pod: KubeObject): readonly WatchedContainer[] {
  return (['initContainers', 'containers'] as const).flatMap((field) =>
    objectsAt(pod, 'spec', field).map((spec) => ({
      spec,
      status:
        objectsAt(pod, 'status', `${field.slice(0, -1)}Statuses`).find(
          (status) => textAt(status, 'name') === textAt(spec, 'name'),
        ) ?? {},
    })),
  );
}

/** Returns the memory limit of a container in bytes. */
export function memoryLimitOf(container: JsonObject): number | undefined {
  return parseQuantity(textAt(container, 'resources', 'limits', 'memory'));
}

function readEnd({ spec, status }: WatchedContainer, now: Date) {
  const ended = ['state', 'lastState']
    .map((field) => objectAt(status, field, 'terminated'))
    .filter((each) => Object.keys(each).length > 0)
    .filter((each) => now.getTime() - Date.parse(textAt(each, 'finishedAt') ?? '') < hourMs);
  const restarts = numberAt(status, 'restartCount');
  const failed = restarts > 0 ? ended : ended.filter((each) => numberAt(each, 'exitCode') !== 0);
  return failed.map((each) => ({
    runSeconds: runSecondsOf(each),
    backOffSeconds: Math.min(backOff.longest, backOff.first * 2 ** Math.max(0, Math.min(restarts, 10) - 1)),
    killedAtBytes: textAt(each, 'reason') === 'OOMKilled' ? memoryLimitOf(spec) : undefined,
  }));
}

function runSecondsOf(ended: JsonObject): number {
  const [started, finished] = ['startedAt', 'finishedAt'].map((field) => Date.parse(textAt(ended, field) ?? ''));
  const seconds = ((finished ?? Number.NaN) - (started ?? Number.NaN)) / 1000;
  return seconds > 0 ? Math.min(seconds, maxRunSeconds) : 0;
}

/** Counts restarts by `pod UID/container`; at most 500 containers are kept. */
export function countRestarts(pods: readonly KubeObject[]): RestartCounts {
  const counts = pods.flatMap((pod) => {
    const uid = textAt(pod, 'metadata', 'uid') ?? '';
    return containersOf(pod).map(
      ({ status }) => [`${uid}/${textAt(status, 'name')}`, numberAt(status, 'restartCount')] as const,
    );
  });
  return Object.fromEntries(counts.filter(([, count]) => count > 0).slice(0, 500));
}

/** Counts the restarts since an earlier count. */
export function restartsSince(before: RestartCounts, after: RestartCounts): number {
  return Object.entries(after).reduce((sum, [key, count]) => sum + Math.max(0, count - (before[key] ?? 0)), 0);
}
