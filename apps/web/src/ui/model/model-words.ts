import type { ModelChoice } from '@shipmate/protocol/web/session';

/** Returns the label of a model; the demo model is marked as such. */
export function toModelLabel(model: ModelChoice): string {
  return model.isDemo ? 'Demo (scripted, no key)' : model.label;
}

/** Returns the price of a model in a few words; an unknown price is never shown as free. */
export function toPriceLabel({ price }: ModelChoice): string {
  if (price === null) return 'price unknown';
  if (price.input === 0 && price.output === 0) return 'no cost';
  return `$${round(price.input)} in, $${round(price.output)} out per million tokens`;
}

function round(dollars: number): string {
  return new Intl.NumberFormat('en', { maximumFractionDigits: 3 }).format(dollars);
}
