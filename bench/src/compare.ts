import type { RatioBound } from './bounds.ts';
import type { Micros } from './measure.ts';

/** What is measured in one process, as names with spaces between them. */
export function groupsIn({ subject, against, together = false }: RatioBound): readonly string[] {
  return together ? [`${subject} ${against}`] : [subject, against];
}

/** What one unit of each side costs, in microseconds. */
export interface Comparison {
  readonly ours: number;
  readonly theirs: number;
}

/** Compares what was measured: of sides that shared a process the round with the median ratio, of others the fastest round of each. */
export function compare(bound: RatioBound, measured: ReadonlyMap<string, readonly Micros[]>): Comparison {
  const { subject, against, together = false } = bound;
  const [one = [], other = one] = groupsIn(bound).map((group) => measured.get(group) ?? []);
  if (!together) return { ours: leastOf(one, subject), theirs: leastOf(other, against) };
  const rounds = one.map((micros) => ({ ours: micros.get(subject) ?? NaN, theirs: micros.get(against) ?? NaN }));
  const sorted = rounds.toSorted((left, right) => left.ours / left.theirs - right.ours / right.theirs);
  return sorted[Math.floor(sorted.length / 2)] ?? { ours: NaN, theirs: NaN };
}

function leastOf(rounds: readonly Micros[], subject: string): number {
  return Math.min(...rounds.map((micros) => micros.get(subject) ?? NaN));
}
