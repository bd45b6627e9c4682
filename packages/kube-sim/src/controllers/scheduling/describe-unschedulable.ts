import type { NodeRejection } from './node-rules.ts';

const preemptions = {
  victims: 'No preemption victims found for incoming pod',
  unresolvable: 'Preemption is not helpful for scheduling',
} as const;

/** Words the reasons why no node satisfies a pod; from 1.34 on, schedulers also count device claims to preempt. */
export function describeUnschedulable(rejections: readonly NodeRejection[], minor: number): string {
  if (rejections.length === 0) return 'no nodes available to schedule pods';
  const reasons = countReasons(rejections.flatMap((each) => each.reasons));
  const preemption = countReasons(
    rejections.map(({ isPreemptable }) => (isPreemptable ? preemptions.victims : preemptions.unresolvable)),
  );
  const devices = minor >= 34 ? ' no new claims to deallocate,' : '';
  const available = `0/${rejections.length} nodes are available:`;
  return `${available} ${reasons}.${devices} preemption: ${available} ${preemption}.`;
}

/** Words the reason why a pod cannot be scheduled before any node is evaluated. */
export function describeEarlyFailure(reason: string, { nodes, minor }: { nodes: number; minor: number }): string {
  const available = `0/${nodes} nodes are available:`;
  const preemption = minor >= 34 ? ' not found' : ` preemption: ${available} ${nodes} ${preemptions.unresolvable}.`;
  return `${available} ${reason}.${preemption}`;
}

function countReasons(texts: readonly string[]): string {
  return [...Map.groupBy(texts, (text) => text)]
    .map(([text, each]) => `${each.length} ${text}`)
    .sort()
    .join(', ');
}
