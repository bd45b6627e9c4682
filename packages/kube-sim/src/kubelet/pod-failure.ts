import type { ContainerRun } from '../containers/container-run.ts';
import type { PodFailure, PodRuns } from './pod-status.ts';
import { asArray, asObject, asString, type JsonObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { parseQuantity } from '../object/quantity.ts';

/** An eviction by the kubelet: its time and the pod's failure. */
interface Eviction {
  readonly at: number;
  readonly failure: PodFailure;
}

/** The reason in the status of a pod that the kubelet evicted. */
export const evictedReason = 'Evicted';

/** The kubelet's interval for measuring disk usage. */
const checkMs = 10_000;
const resource = 'ephemeral-storage';

/** The eviction of a pod whose containers exceed their ephemeral storage limits; undefined if they never do. */
export function findEviction(pod: KubeObject, { main }: Pick<PodRuns, 'main'>): Eviction | undefined {
  const containers = asArray(asObject(pod['spec'])['containers']).map(asObject);
  const limits = containers.map(limitOf);
  const isLimited = limits.every((limit) => limit !== undefined);
  const total = isLimited ? limits.map(amountOf).reduce((sum, each) => sum + each, 0) : Number.POSITIVE_INFINITY;
  for (const time of writeTimes(main)) {
    const used = main.map((run) => usedAt(run, time));
    const failure = findExcess({ containers, used, total });
    if (failure) return { at: time + checkMs, failure };
  }
  return undefined;
}

function findExcess({
  containers,
  used,
  total,
}: {
  readonly containers: readonly JsonObject[];
  readonly used: readonly number[];
  readonly total: number;
}): PodFailure | undefined {
  const reason = evictedReason;
  if (used.reduce((sum, each) => sum + each, 0) > total) {
    const limit = containers.length === 1 ? asString(limitOf(containers[0] ?? {})) : String(total);
    return { reason, message: `Pod ephemeral local storage usage exceeds the total limit of containers ${limit}. ` };
  }
  const full = containers.find((container, index) => {
    const limit = limitOf(container);
    return limit !== undefined && (used[index] ?? 0) > amountOf(limit);
  });
  if (!full) return undefined;
  const limit = asString(limitOf(full));
  const message = `Container ${asString(full['name'])} exceeded its local ephemeral storage limit "${limit}". `;
  return { reason, message };
}

function limitOf(container: JsonObject): unknown {
  return asObject(asObject(container['resources'])['limits'])[resource];
}

function amountOf(quantity: unknown): number {
  return parseQuantity(quantity) ?? Number.POSITIVE_INFINITY;
}

/** The times at which the disk usage of running containers grows. */
function writeTimes(runs: readonly ContainerRun[]): readonly number[] {
  return runs
    .flatMap(({ state }) =>
      state.phase === 'running'
        ? state.behaviour.usage
            .filter(({ ephemeralStorage }) => ephemeralStorage !== undefined)
            .map(({ after }) => state.since + 1000 * after)
        : [],
    )
    .toSorted((left, right) => left - right);
}

function usedAt({ state }: ContainerRun, time: number): number {
  if (state.phase !== 'running') return 0;
  const step = state.behaviour.usage.findLast(
    ({ after, ephemeralStorage }) => ephemeralStorage !== undefined && state.since + 1000 * after <= time,
  );
  return parseQuantity(step?.ephemeralStorage) ?? 0;
}

/** The failure of a pod that exceeded its active deadline. */
export const deadlineExceeded = {
  reason: 'DeadlineExceeded',
  message: 'Pod was active on the node longer than the specified deadline',
} as const;

/** The time of a pod's active deadline; never without one. */
export function deadlineOf(pod: KubeObject, { startedAt }: Pick<PodRuns, 'startedAt'>): number {
  return startedAt + 1000 * Number(asObject(pod['spec'])['activeDeadlineSeconds'] ?? Number.POSITIVE_INFINITY);
}
