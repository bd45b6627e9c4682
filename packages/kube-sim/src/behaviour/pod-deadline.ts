import { asObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { PodRuns } from './pod-status.ts';

/** Why a pod is over that ran for longer than it may. */
export const deadlineExceeded = {
  reason: 'DeadlineExceeded',
  message: 'Pod was active on the node longer than the specified deadline',
} as const;

/** When a pod has to be over, whatever its containers do; never, if nothing is said. */
export function deadlineOf(pod: KubeObject, { startedAt }: Pick<PodRuns, 'startedAt'>): number {
  return startedAt + 1000 * Number(asObject(pod['spec'])['activeDeadlineSeconds'] ?? Number.POSITIVE_INFINITY);
}
