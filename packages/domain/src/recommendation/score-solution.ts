import type { SearchTerm } from '../search/to-search-terms.ts';
import { splitGroup, splitIdentifier } from '../search/split-identifier.ts';
import type { Capability } from '../capability/capability.ts';
import type { SolutionScore } from './recommendation.ts';

/** Facts about a solution, without statements of its agent. */
export interface SolutionFacts {
  /** Search terms of the intent. */
  readonly terms: readonly SearchTerm[];
  /** Kinds of the solution that the cluster serves. */
  readonly served: readonly Capability[];
  /** The number of the solution's kinds, served or not. */
  readonly kinds: number;
  /** Titles and tags of the patterns that it follows. */
  readonly patterns: readonly string[];
}

/** The weight of each part, in hundredths. */
const weights = { coverage: 50, available: 40, patterns: 10 };

/** Scores a solution by its kinds and patterns; statements of a model have no influence. */
export function scoreSolution({ terms, served, kinds, patterns }: SolutionFacts): SolutionScore {
  const text = ` ${[...served.flatMap(wordsOf), ...patterns.flatMap(splitIdentifier)].join(' ')} `;
  const covered = terms.filter(({ variants }) => variants.some((variant) => text.includes(` ${variant.text}`)));
  const coverage = terms.length === 0 ? 0 : covered.length / terms.length;
  const available = kinds === 0 ? 0 : served.length / kinds;
  const hasPattern = patterns.length > 0 ? 1 : 0;
  const total = weights.coverage * coverage + weights.available * available + weights.patterns * hasPattern;
  return { coverage, available, patterns: hasPattern, total: Math.round(total) };
}

function wordsOf({
  kind,
  group,
  purpose = '',
  description,
  categories,
  provider,
  fields,
  shortNames,
}: Capability): readonly string[] {
  return [
    ...splitIdentifier(kind),
    kind.toLowerCase(),
    ...splitGroup(group),
    ...`${purpose} ${description}`.toLowerCase().split(/[^\p{L}\p{N}]+/u),
    ...categories,
    provider,
    ...shortNames,
    ...fields.flatMap(splitIdentifier),
  ];
}
