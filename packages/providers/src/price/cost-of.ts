import type { Usage } from '@shipmate/core';
import { lookUpModel } from './look-up-model.ts';
import { freeProviders, priceTable } from './price-table.ts';
import type { Rates } from './price.ts';

/**
 * Returns the cost of one request in US dollars, cache reads and writes priced separately; `undefined` when the price
 * of its model is unknown.
 *
 * @param modelId `provider:model`; a model's snapshot (`…-2026-09-03`, `…-20260903`) costs the same as the model.
 * @param usage of one request: some models charge more for all tokens of a long one.
 */
export function costOf(modelId: string, usage: Usage, at: Date = new Date()): number | undefined {
  const [provider = ''] = modelId.split(':');
  if (freeProviders.has(provider)) return 0;
  const day = at.toISOString().slice(0, 10);
  const price = lookUpModel(priceTable, modelId)?.find(({ until }) => until === undefined || day < until);
  if (price === undefined) return undefined;
  const { long } = price;
  return sum(long !== undefined && usage.inputTokens > long.above ? long : price, usage);
}

function sum(rates: Rates, { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Usage): number {
  const plainTokens = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens);
  const millionths =
    plainTokens * rates.input +
    cacheReadTokens * rates.cachedInput +
    cacheWriteTokens * rates.cacheWrite +
    outputTokens * rates.output;
  return millionths / 1_000_000;
}
