import type { StoredMessage } from './conversation.ts';

/** A question that replaced another, with both positions. */
export interface Replacement {
  readonly position: StoredMessage['position'];
  readonly replacedPosition: StoredMessage['position'];
}

/**
 * Returns a function that checks whether a position was replaced: an edited question takes the place of the one it
 * replaces and of everything after that one, as in `toExchanges`. Replacements are given by position.
 */
export function toIsReplaced(replacements: readonly Replacement[]): (position: number) => boolean {
  const ranges: Replacement[] = [];
  const isReplaced = (position: number): boolean =>
    ranges.some((range) => range.replacedPosition <= position && position < range.position);
  for (const replacement of replacements) {
    if (!isReplaced(replacement.replacedPosition)) ranges.push(replacement);
  }
  return isReplaced;
}
