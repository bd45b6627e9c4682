import type { ThreeWayRegion } from '@shipmate/domain/workspace';

/** The choice for conflicting lines; `both` means theirs, then mine. */
export type Choice = 'theirs' | 'yours' | 'both';

/** Choices by the index of their region. */
export type Choices = Readonly<Record<number, Choice>>;

/** Returns the merged text; `undefined` while a conflict is undecided. */
export function resolveRegions(regions: readonly ThreeWayRegion[], choices: Choices): string | undefined {
  const parts = regions.map((region, index) => resolveRegion(region, choices[index]));
  return parts.includes(undefined) ? undefined : parts.join('');
}

function resolveRegion({ kind, theirs, yours }: ThreeWayRegion, choice: Choice | undefined): string | undefined {
  if (kind !== 'conflict') return kind === 'theirs' ? theirs : yours;
  switch (choice) {
    case 'theirs':
      return theirs;
    case 'yours':
      return yours;
    case 'both':
      return theirs === '' || theirs.endsWith('\n') ? theirs + yours : `${theirs}\n${yours}`;
    case undefined:
      return undefined;
  }
}
