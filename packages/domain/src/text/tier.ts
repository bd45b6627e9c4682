import type { SearchedText } from './searched-text.ts';
import type { Span } from './text-document.ts';

/** A passage and its replacement, both with `\n` endings. */
export interface Edit {
  readonly oldText: string;
  readonly newText: string;
}

/** The ways to recognize a passage, from strict to lenient. */
export type TierName =
  | 'exact'
  | 'unicode'
  | 'trailing_whitespace'
  | 'unicode_trailing_whitespace'
  | 'indentation'
  | 'collapsed_whitespace';

/** One way to recognize a passage in a text. Tiers are tried in turn, and the first that finds it decides. */
export interface Tier {
  readonly name: TierName;
  /**
   * The differences that this tier ignores, in words for a person, for example "ignoring indentation"; empty
   * for none.
   */
  readonly leniency: string;
  /** Returns the places of the passage, in order, overlapping ones included, at most `limit`. */
  find(searched: SearchedText, oldText: string, limit: number): readonly Span[];
  /** Returns the new text adapted to a place; `undefined` if this tier cannot determine it. */
  adapt(searched: SearchedText, edit: Edit, place: Span): string | undefined;
}
