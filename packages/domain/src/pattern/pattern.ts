/** A pattern is a recommendation, a policy is mandatory. */
export const patternKinds = ['pattern', 'policy'] as const;
export type PatternKind = (typeof patternKinds)[number];

/** A document as uploaded. */
export interface PatternDocument {
  readonly kind: PatternKind;
  /** Unique in an organization: another upload with the same title replaces the document. */
  readonly title: string;
  readonly tags: readonly string[];
  /** Location of the original, for people; null without one. */
  readonly source: string | null;
  /** Markdown. */
  readonly body: string;
}

/** A stored pattern or policy of an organization. */
export interface Pattern extends PatternDocument {
  readonly id: string;
  readonly savedByUserId: string;
  readonly savedAt: Date;
}

/** A part of a pattern that is searched and returned separately. */
export interface Passage {
  /** The headings above it, outermost first, joined by ` › `; empty before the first. */
  readonly heading: string;
  readonly body: string;
}

/** A passage that matches a query, with its source. */
export interface PassageMatch extends Passage {
  readonly pattern: Omit<Pattern, 'body'>;
  /** Counted from 0. */
  readonly position: number;
}

/** Limits for the patterns of an organization. */
export const patternLimits = {
  bodyLength: 100_000,
  titleLength: 200,
  tags: 20,
  tagLength: 60,
  patterns: 1_000,
} as const;
