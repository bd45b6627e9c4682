/** Scopes of a spend limit: the organization as a whole, or each of its users. */
export const spendScopes = ['organization', 'user'] as const;
export type SpendScope = (typeof spendScopes)[number];

/** Calendar days and months, in UTC. */
export const spendPeriods = ['day', 'month'] as const;
export type SpendPeriod = (typeof spendPeriods)[number];

/** The spend limit of a period; null for no limit. Both are more than 0. */
export interface SpendLimit {
  /** Input and output tokens of models together. */
  readonly tokens: number | null;
  /** In US dollars. */
  readonly costUsd: number | null;
}

/** The limits of an organization. */
export type SpendLimits = Readonly<Record<SpendScope, Readonly<Record<SpendPeriod, SpendLimit>>>>;

/** Usage and cost. */
export interface Spent {
  readonly tokens: number;
  /** Cost of the tokens with a known price, in US dollars. */
  readonly costUsd: number;
  /** Tokens whose price is unknown. */
  readonly unpricedTokens: number;
}

/** A single usage of a model. */
export interface SpendAmount {
  /** `provider:model`. */
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In US dollars; null if the price is unknown. */
  readonly costUsd: number | null;
}

/** A limit and its usage, in the current period. */
export interface SpendWindow {
  readonly scope: SpendScope;
  readonly period: SpendPeriod;
  readonly limit: SpendLimit;
  readonly spent: Spent;
  /** Start of the next period. */
  readonly resetsAt: Date;
}

/** Usage of one user with one model on one day. */
export interface SpendRecord extends Spent {
  /** `YYYY-MM-DD`, in UTC. */
  readonly day: string;
  readonly userId: string;
  /** Null once the user is deleted. */
  readonly userName: string | null;
  /** `provider:model`. */
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}
