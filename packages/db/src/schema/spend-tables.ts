import type { SpendPeriod, SpendScope } from '@shipmate/domain/spend';

export interface SpendLimitTable {
  organization_id: string;
  scope: SpendScope;
  period: SpendPeriod;
  /** A `bigint`; read it as `float8`. */
  tokens: number | null;
  cost_usd: number | null;
}

/** A user's usage of a model on a day. It refers to no user and no run, so that it outlives them. */
export interface SpendTable {
  organization_id: string;
  /** A `date`, in UTC; read it as text. */
  day: string;
  user_id: string;
  model: string;
  /** `bigint`, as the next ones; read them as `float8`. */
  input_tokens: number;
  output_tokens: number;
  /** The input and output tokens whose price is unknown. */
  unpriced_tokens: number;
  cost_usd: number;
}
