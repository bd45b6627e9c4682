import { kindOf, type KubeObject } from '../../cluster/object/kube-object.ts';
import { textAt, valueAt } from '../../cluster/object/read-value.ts';
import type { FieldChange } from './diff-objects.ts';
import type { Verdict } from './field-rule.ts';

/** Judges the replacement of pods that a change of the pod template causes; `undefined` if pods stay or are replaced gradually. */
export function judgeRollout(after: KubeObject, changes: readonly FieldChange[]): Verdict | undefined {
  const restarts = changes.some(({ path: [first, second] }) => first === 'spec' && second === 'template');
  const cause = restarts ? findInterruption(after) : undefined;
  return cause === undefined ? undefined : { level: 'medium', reason: `Replaces the pods: ${cause}.` };
}

function findInterruption(after: KubeObject): string | undefined {
  const kind = kindOf(after);
  if (kind === 'DaemonSet') return 'each node is without its pod for a moment';
  if (kind === 'StatefulSet') return 'each member is missing for a moment';
  if (kind !== 'Deployment') return undefined;
  if (textAt(after, 'spec', 'strategy', 'type') === 'Recreate') return 'all of them stop before new ones start';
  const replicas = Number(valueAt(after, 'spec', 'replicas') ?? 1);
  if (replicas <= 1) return 'there is only one';
  const unavailable = toCount(valueAt(after, 'spec', 'strategy', 'rollingUpdate', 'maxUnavailable'), replicas);
  return unavailable >= replicas ? 'all of them may be unavailable at once' : undefined;
}

/** Reads a number of pods, or a percentage of all, which the Deployment controller rounds down. */
function toCount(amount: unknown, replicas: number): number {
  const [, percent] = /^(\d+)%$/.exec(String(amount)) ?? [];
  if (percent !== undefined) return Math.floor((Number(percent) * replicas) / 100);
  return typeof amount === 'number' ? amount : 0;
}
