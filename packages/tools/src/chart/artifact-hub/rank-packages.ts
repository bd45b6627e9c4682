import { isSameRepository } from '../is-same-repository.ts';
import type { Package } from './package-schema.ts';

/** The chart to look up. */
export interface WantedChart {
  readonly name: string;
  /** A name or URL. */
  readonly repository?: string | undefined;
}

/**
 * Returns the packages of exactly the given name, best first: the given repository, then official or verified, then
 * stars.
 */
export function rankPackages(packages: readonly Package[], wanted: WantedChart): readonly Package[] {
  const name = wanted.name.toLowerCase();
  return packages
    .filter((each) => each.name.toLowerCase() === name && !each.deprecated)
    .map((each) => ({ package: each, score: [isWanted(each, wanted), isTrusted(each), each.stars].map(Number) }))
    .sort((left, right) => compareScores(right.score, left.score))
    .map((each) => each.package);
}

function isWanted({ repository }: Package, wanted: WantedChart): boolean {
  const { name, url } = repository;
  return (
    wanted.repository !== undefined && isSameRepository({ repository: name, repositoryUrl: url }, wanted.repository)
  );
}

function isTrusted({ official, repository }: Package): boolean {
  return official || repository.official || repository.verified_publisher;
}

function compareScores(left: readonly number[], right: readonly number[]): number {
  const index = left.findIndex((score, at) => score !== right[at]);
  return (left[index] ?? 0) - (right[index] ?? 0);
}
