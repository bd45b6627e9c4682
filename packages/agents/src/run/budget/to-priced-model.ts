import { noUsage } from '@shipmate/core';
import type { PricedModel } from '@shipmate/domain/use-cases';
import { costOf } from '@shipmate/providers';

/** Adds to a model id whether its price is known. */
export function toPricedModel(model: string): PricedModel {
  return { model, isPriced: costOf(model, noUsage) !== undefined };
}
