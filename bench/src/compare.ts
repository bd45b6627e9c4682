import type { RatioBound } from './bounds.ts';
import type { Micros } from './measure.ts';

/** Returns the groups of subjects that one process measures, each as names separated by spaces. */
export function groupsIn({ subject, against, together = false }: RatioBound): readonly string[] {
  return together ? [`${subject} ${against}`] : [subject, against];
}

/** CPU time for one unit of each side, in microseconds. */
export interface Comparison {
  readonly ours: number;
  readonly theirs: number;
}

/** Compares measurements: the round with the median ratio for sides in one process, else the fastest round of each side. */
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
