import type { SearchedText } from './searched-text.ts';
import type { Span } from './text-document.ts';

/** A passage and what is to stand in its place, both with `\n` endings. */
export interface Edit {
  readonly oldText: string;
  readonly newText: string;
}

/** The ways to recognise a passage, from strict to lenient. */
export type TierName =
  | 'exact'
  | 'unicode'
  | 'trailing_whitespace'
  | 'unicode_trailing_whitespace'
  | 'indentation'
  | 'collapsed_whitespace';

/** One way to recognise a passage in a text. Tiers are tried in turn, and the first that finds it decides. */
export interface Tier {
  readonly name: TierName;
  /** How a person would say what this tier overlooks, for example "ignoring indentation"; empty when nothing. */
  readonly leniency: string;
  /** The places where the passage stands, in order, overlapping ones included, at most `limit`. */
  find(searched: SearchedText, oldText: string, limit: number): readonly Span[];
  /** The new text as it has to be written at a place, or `undefined` when this tier cannot tell. */
  adapt(searched: SearchedText, edit: Edit, place: Span): string | undefined;
}
