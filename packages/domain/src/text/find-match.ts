import { lineTiers } from './line-tiers.ts';
import type { SearchedText } from './searched-text.ts';
import { substringTiers } from './substring-tiers.ts';
import type { Span } from './text-document.ts';
import type { Edit, Tier } from './tier.ts';

/**
 * Longer texts are only searched for exact characters: a search that ignores whitespace takes up to a second
 * at this length.
 */
export const maxLenientLength = 10_000_000;

/** The places of a passage, and how it was recognized. */
export interface Match {
  readonly tier: Tier;
  /** The edit, adapted to those places. */
  readonly edit: Edit;
  readonly places: readonly Span[];
}

/**
 * Returns the places that the strictest matching tier finds, at most `limit`: of the passage as given or
 * else, as whole lines, of the passage without its leading blank lines.
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

/**
 * Returns an edit without the leading blank lines of its passage, and with as many removed from the new text;
 * `undefined` if there are none.
 */
function withoutLeadingBlankLines({ oldText, newText }: Edit): Edit | undefined {
  const count = /^(?:[^\S\n]*\n)*/.exec(oldText)?.[0].split('\n').length ?? 1;
  if (count === 1) return undefined;
  const [oldLines, newLines] = [oldText.split('\n'), newText.split('\n')];
  const kept = newLines.findIndex((line, index) => index === count - 1 || line.trim() !== '');
  return { oldText: oldLines.slice(count - 1).join('\n'), newText: newLines.slice(Math.max(0, kept)).join('\n') };
}
