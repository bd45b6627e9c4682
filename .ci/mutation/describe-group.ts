import { matchesGlob } from 'node:path';
import type { Explanations } from './explanations.ts';
import type { MutationGroup } from './groups.ts';
import { toMutantKey } from './mutant.ts';
import type { RunMutant } from './run-group.ts';

/** The least share of killed mutants, in percent. */
export const leastScore: number = 85;

interface DescribeOptions {
  readonly explanations: Explanations;
  /** All files of the group were mutated, so that the score and the explanations can be judged. */
  readonly isWhole: boolean;
}

interface Description {
  readonly lines: readonly string[];
  /** The score is at least {@link leastScore}, and every explained mutant of the group survives. */
  readonly isGood: boolean;
}

/** Describes the score of a group, its survivors without an explanation, the number of the others by reason, and stale explanations. */
export function describeGroup(
  group: MutationGroup,
  mutants: readonly RunMutant[],
  options: DescribeOptions,
): Description {
  const { explanations, isWhole } = options;
  const survivors = mutants.filter(({ outcome }) => outcome === 'survived' || outcome === 'unreached');
  const killed = mutants.length - survivors.length;
  const score = mutants.length === 0 ? 100 : (killed / mutants.length) * 100;
  const unexplained = survivors.filter((mutant) => !explanations.has(toMutantKey(mutant)));
  const reasons = Map.groupBy(
    survivors.flatMap((mutant) => explanations.get(toMutantKey(mutant)) ?? []),
    (reason) => reason,
  );
  const surviving = new Set(survivors.map(toMutantKey));
  const stale = isWhole ? [...explanations.keys()].filter((key) => isOf(group, key) && !surviving.has(key)) : [];
  const isLow = isWhole && score < leastScore;
  return {
    isGood: !isLow && stale.length === 0,
    lines: [
      ...unexplained.map((mutant) => `${mutant.path}:${mutant.line} ${mutant.outcome} ${describeChange(mutant)}`),
      ...[...reasons].map(([reason, { length }]) => `${group.name}: ${length} explained: ${reason}`),
      ...stale.map((key) => `FAILED no mutant survives as explained.json says; remove the line: ${key}`),
      `${group.name}: ${killed} of ${mutants.length} mutants killed, ${score.toFixed(1)} %${isLow ? `: FAILED, below ${leastScore} %` : ''}`,
    ],
  };
}

function isOf({ sources }: MutationGroup, key: string): boolean {
  return sources.some((pattern) => matchesGlob(key.slice(0, key.indexOf('#')), pattern));
}

function describeChange(mutant: RunMutant): string {
  const key = toMutantKey(mutant);
  return `(${mutant.operator}) ${key.slice(key.indexOf('#') + 1)}`;
}
