import type { Span } from './text-document.ts';

/** A passage and what is to stand in its place, both with `\n` endings. */
export interface Edit {
  readonly oldText: string;
  readonly newText: string;
}

/** One way to recognise a passage in a text. Tiers are tried from strict to lenient, and the first that finds it decides. */
export interface Tier {
  readonly name: string;
  /** How a person would say what this tier overlooks, for example "ignoring indentation"; empty when nothing. */
  readonly leniency: string;
  /** Every place where the passage stands, in order. */
  find(text: string, edit: Edit): readonly Span[];
  /** The new text as it has to be written at a place, or `undefined` when this tier cannot tell. */
  adapt(text: string, edit: Edit, place: Span): string | undefined;
}
