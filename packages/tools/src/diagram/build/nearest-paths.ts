import { AppError } from '@shipmate/core';
import type { CodeMapSnapshot } from '@shipmate/domain/code-map';
import { compareNames } from './compare-names.ts';
import { baseNameOf, foldersAbove } from './path-parts.ts';

/** Returns the names that are most similar to a wanted one, best first. */
export function findNearest(wanted: string, names: Iterable<string>, count = 3): readonly string[] {
  const name = wanted.slice(0, 300).toLowerCase();
  const pairs = toPairs(name);
  const base = baseNameOf(name);
  return [...names]
    .map((candidate) => {
      const lower = candidate.toLowerCase();
      const bonus = baseNameOf(lower) === base ? 1 : lower.includes(base) ? 0.4 : 0;
      return { candidate, score: similarity(pairs, toPairs(lower.slice(0, 300))) + bonus };
    })
    .filter(({ score }) => score > 0.25)
    .toSorted((one, other) => other.score - one.score || compareNames(one.candidate, other.candidate))
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

function toPairs(text: string): ReadonlySet<string> {
  return new Set(Array.from({ length: Math.max(1, text.length - 1) }, (_, index) => text.slice(index, index + 2)));
}

/** The share of common pairs of characters, from 0 to 1. */
function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const pair of one) if (other.has(pair)) common += 1;
  return (2 * common) / (one.size + other.size);
}

/** Returns every folder of a set of paths, the top included. */
export function listFolders(paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.flatMap(foldersAbove));
}

/** An error for a path that a snapshot does not have, with the nearest ones. */
export function refusePath(snapshot: CodeMapSnapshot, path: string, field: string): AppError {
  const paths = snapshot.files.map((file) => file.path);
  const nearest = findNearest(path, new Set([...paths, ...listFolders(paths)].filter((each) => each !== '')));
  const hint =
    nearest.length === 0
      ? 'Find paths with queryFileTree.'
      : `Nearest: ${nearest.map((each) => `"${each}"`).join(', ')}.`;
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `"${field}" names the path "${path}", which commit ${snapshot.commit.slice(0, 12)} does not have. ${hint}`,
    details: { field, path, nearest },
  });
}
