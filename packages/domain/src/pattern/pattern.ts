/** A pattern says how things are best done here, a policy how they have to be. */
export const patternKinds = ['pattern', 'policy'] as const;
export type PatternKind = (typeof patternKinds)[number];

/** What somebody hands in. */
export interface PatternDocument {
  readonly kind: PatternKind;
  /** One of each title in an organization: handing it in again replaces what was there. */
  readonly title: string;
  readonly tags: readonly string[];
  /** Where it is kept, for people to look; null when it is nowhere else. */
  readonly source: string | null;
  /** Markdown. */
  readonly body: string;
}

/** How an organization wants something done. */
export interface Pattern extends PatternDocument {
  readonly id: string;
  readonly savedByUserId: string;
  readonly savedAt: Date;
}

/** A part of a pattern that is found and read by itself. */
export interface Passage {
  /** The headings above it, outermost first, joined by ` › `; empty before the first. */
  readonly heading: string;
  readonly body: string;
}

/** A passage that fits a question, and where it is from. */
export interface PassageMatch extends Passage {
  readonly pattern: Omit<Pattern, 'body'>;
  /** Counted from 0. */
  readonly position: number;
}

/** What an organization may keep. */
export const patternLimits = {
  bodyLength: 100_000,
  titleLength: 200,
  tags: 20,
  tagLength: 60,
  patterns: 1_000,
} as const;
