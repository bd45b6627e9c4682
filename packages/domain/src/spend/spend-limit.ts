/** Whose spending is limited: that of an organization as a whole, or that of each of its users. */
export const spendScopes = ['organization', 'user'] as const;
export type SpendScope = (typeof spendScopes)[number];

/** Calendar days and months, in UTC. */
export const spendPeriods = ['day', 'month'] as const;
export type SpendPeriod = (typeof spendPeriods)[number];

/** How much may be spent in a period; null for as much as anybody likes. Both are more than 0. */
export interface SpendLimit {
  /** Input and output of models together. */
  readonly tokens: number | null;
  /** In US dollars. */
  readonly costUsd: number | null;
}

/** The limits of an organization. */
export type SpendLimits = Readonly<Record<SpendScope, Readonly<Record<SpendPeriod, SpendLimit>>>>;

/** What was spent. */
export interface Spent {
  readonly tokens: number;
  /** Of the tokens that have a known price. */
  readonly costUsd: number;
  /** Those whose price is not known. */
  readonly unpricedTokens: number;
}

/** What was spent with a model at once. */
export interface SpendAmount {
  /** `provider:model`. */
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In US dollars; null when the price is not known. */
  readonly costUsd: number | null;
}

/** A limit and what was spent of it, in the period that runs now. */
export interface SpendWindow {
  readonly scope: SpendScope;
  readonly period: SpendPeriod;
  readonly limit: SpendLimit;
  readonly spent: Spent;
  /** When the next period begins. */
  readonly resetsAt: Date;
}

/** What one user spent with one model on one day. */
export interface SpendRecord extends Spent {
  /** `YYYY-MM-DD`, in UTC. */
  readonly day: string;
  readonly userId: string;
  /** Null once the user is gone. */
  readonly userName: string | null;
  /** `provider:model`. */
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}
