import { AppError, type Principal } from '@shipmate/core';
import type { Stores } from '../persistence/stores.ts';
import { tightestBounds, type SpendBound } from '../spend/spend-allowance.ts';
import type { SpendWindow } from '../spend/spend-limit.ts';

/** What a run is to be answered by. */
export interface PricedModel {
  /** `provider:model`. */
  readonly model: string;
  readonly isPriced: boolean;
}

/**
 * Lets a run begin only while something is left of what may be spent. To be called in the transaction that makes the run.
 *
 * @throws AppError `RATE_LIMITED` when a limit is used up, with when it starts anew; `VALIDATION_ERROR` when a cost is limited and
 * the model's price is not known.
 */
export async function requireAllowance(
  { spend }: Pick<Stores, 'spend'>,
  principal: Principal,
  model: PricedModel,
): Promise<void> {
  checkAllowance(await spend.listWindows(principal), model);
}

/** The same, of limits that were read already. */
export function checkAllowance(windows: readonly SpendWindow[], { model, isPriced }: PricedModel): void {
  const bounds = tightestBounds(windows);
  const reached = bounds.find(({ spent, most }) => spent >= most);
  if (reached) throw usedUp(reached);
  if (!isPriced && bounds.some(({ measure }) => measure === 'costUsd')) throw unpriced(model);
}

function usedUp({ measure, most, window }: SpendBound): AppError {
  const { scope, period, resetsAt } = window;
  const whose = scope === 'organization' ? 'Your organization has' : 'You have';
  const limit = measure === 'tokens' ? `${most.toLocaleString('en-US')} tokens` : `$${most}`;
  const time = resetsAt.toISOString();
  return new AppError({
    code: 'RATE_LIMITED',
    message: `${whose} used up the limit of ${limit} a ${period}. It starts anew on ${time.slice(0, 10)} at 00:00 UTC; an owner can raise it before.`,
    details: { reason: 'spend_limit', scope, period, measure, limit: most, resetsAt: time },
  });
}

function unpriced(model: string): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `What may be spent is limited, and the price of ${model} is not known. Choose a model with a known price, or ask an owner to limit tokens instead of cost.`,
    details: { reason: 'price_unknown', model },
  });
}
