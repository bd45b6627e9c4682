import { lineTiers } from './line-tiers.ts';
import type { SearchedText } from './searched-text.ts';
import { substringTiers } from './substring-tiers.ts';
import type { Span } from './text-document.ts';
import type { Edit, Tier } from './tier.ts';

/** Longer texts are searched for the very characters only: what overlooks blanks takes up to a second at this length. */
export const maxLenientLength = 10_000_000;

/** Where a passage stands, and how it was recognised. */
export interface Match {
  readonly tier: Tier;
  /** The edit as it fits there. */
  readonly edit: Edit;
  readonly places: readonly Span[];
}

/**
 * The places that the strictest tier finds, at most `limit`: of the passage as it was given or else, as whole lines, of the
 * passage without the blank lines that it begins with.
 */
export function findMatch(searched: SearchedText, edit: Edit, limit: number): Match | undefined {
  const lenientTiers = searched.text.length <= maxLenientLength ? lineTiers : [];
  const attempts = [
    { edit, tiers: [...substringTiers, ...lenientTiers] },
    { edit: withoutLeadingBlankLines(edit), tiers: lenientTiers },
  ];
  for (const attempt of attempts) {
    if (!attempt.edit) continue;
    for (const tier of attempt.tiers) {
      const places = tier.find(searched, attempt.edit.oldText, limit);
      if (places.length > 0) return { tier, edit: attempt.edit, places };
    }
  }
  return undefined;
}

/** An edit without the blank lines that its passage begins with, nor as many of the new text; `undefined` when there are none. */
function withoutLeadingBlankLines({ oldText, newText }: Edit): Edit | undefined {
  const count = /^(?:[^\S\n]*\n)*/.exec(oldText)?.[0].split('\n').length ?? 1;
  if (count === 1) return undefined;
  const [oldLines, newLines] = [oldText.split('\n'), newText.split('\n')];
  const kept = newLines.findIndex((line, index) => index === count - 1 || line.trim() !== '');
  return { oldText: oldLines.slice(count - 1).join('\n'), newText: newLines.slice(Math.max(0, kept)).join('\n') };
}
