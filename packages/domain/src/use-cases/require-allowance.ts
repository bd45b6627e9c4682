import { AppError, type Principal } from '@shipmate/core';
import type { Stores } from '../persistence/stores.ts';
import { tightestBounds, type SpendBound } from '../spend/spend-allowance.ts';
import type { SpendWindow } from '../spend/spend-limit.ts';

/** The model of a run, and whether its price is known. */
export interface PricedModel {
  /** `provider:model`. */
  readonly model: string;
  readonly isPriced: boolean;
}

/**
 * Checks that the spend limits allow a new run. Call it in the transaction that creates the run.
 *
 * @throws AppError `RATE_LIMITED` if a limit is exhausted, with the time of its reset; `VALIDATION_ERROR` if
 * a cost is limited and the model's price is unknown.
 */
export async function requireAllowance(
  { spend }: Pick<Stores, 'spend'>,
  principal: Principal,
  model: PricedModel,
): Promise<void> {
  checkAllowance(await spend.listLimitedWindows(principal), model);
}

/** Checks limits that were already read, as {@link requireAllowance} does. */
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
    message: `${whose} used up the limit of ${limit} a ${period}. It resets on ${time.slice(0, 10)} at 00:00 UTC; an owner can raise it earlier.`,
    details: { reason: 'spend_limit', scope, period, measure, limit: most, resetsAt: time },
  });
}

function unpriced(model: string): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `The cost is limited, and the price of ${model} is unknown. Choose a model with a known price, or ask an owner to limit tokens instead of cost.`,
    details: { reason: 'price_unknown', model },
  });
}
