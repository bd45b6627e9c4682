import { asObject, asString } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { findCondition } from '../controller-context.ts';

const initializationMs = 300_000;
const firstReadinessMs = 30_000;
const windowMs = 15_000;

/** Whether what a pod uses says something: while it starts it may use more than it will. */
export function isSettled(pod: KubeObject, now: number): boolean {
  const status = asObject(pod['status']);
  const ready = findCondition(pod, 'Ready');
  const startedAt = Date.parse(asString(status['startTime']));
  if (status['phase'] === 'Pending' || !ready || Number.isNaN(startedAt)) return false;
  const changedAt = Date.parse(asString(ready['lastTransitionTime']));
  if (now < startedAt + initializationMs) return ready['status'] === 'True' && now >= changedAt + windowMs;
  return ready['status'] === 'True' || changedAt > startedAt + firstReadinessMs;
}
