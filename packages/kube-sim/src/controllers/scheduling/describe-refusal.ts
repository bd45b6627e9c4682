import type { Obstacle } from './node-rules.ts';

const words = {
  victims: 'No preemption victims found for incoming pod',
  helpless: 'Preemption is not helpful for scheduling',
} as const;

/** Words the reasons why no node satisfies a pod; from 1.34 on, schedulers also count device claims to preempt. */
export function describeRefusal(obstacles: readonly Obstacle[], minor: number): string {
  if (obstacles.length === 0) return 'no nodes available to schedule pods';
  const reasons = tally(obstacles.flatMap((each) => each.reasons));
  const preemption = tally(obstacles.map(({ isPreemptable }) => (isPreemptable ? words.victims : words.helpless)));
  const devices = minor >= 34 ? ' no new claims to deallocate,' : '';
  const available = `0/${obstacles.length} nodes are available:`;
  return `${available} ${reasons}.${devices} preemption: ${available} ${preemption}.`;
}

/** Words the reason why a pod cannot be scheduled before any node is evaluated. */
export function describeEarlyRefusal(reason: string, { nodes, minor }: { nodes: number; minor: number }): string {
  const available = `0/${nodes} nodes are available:`;
  const preemption = minor >= 34 ? ' not found' : ` preemption: ${available} ${nodes} ${words.helpless}.`;
  return `${available} ${reason}.${preemption}`;
}

function tally(texts: readonly string[]): string {
  return [...Map.groupBy(texts, (text) => text)]
    .map(([text, each]) => `${each.length} ${text}`)
    .sort()
    .join(', ');
}
