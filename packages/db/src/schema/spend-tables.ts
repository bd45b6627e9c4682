import type { SpendPeriod, SpendScope } from '@shipmate/domain/spend';

export interface SpendLimitTable {
  organization_id: string;
  scope: SpendScope;
  period: SpendPeriod;
  /** A `bigint`; read it as `float8`. */
  tokens: number | null;
  cost_usd: number | null;
}

/** What a user spent with a model on a day. It refers to no user and no run, so that it outlives them. */
export interface SpendTable {
  organization_id: string;
  /** A `date`, in UTC; read it as text. */
  day: string;
  user_id: string;
  model: string;
  /** `bigint`, as the next ones; read them as `float8`. */
  input_tokens: number;
  output_tokens: number;
  /** Those of both whose price is not known. */
  unpriced_tokens: number;
  cost_usd: number;
}
