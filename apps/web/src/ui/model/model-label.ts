import type { ModelChoice } from '@shipmate/protocol';

/** How a model is called where a person chooses one; the demo is never mistaken for a real model. */
export function toModelLabel(model: ModelChoice): string {
  return model.isDemo ? 'Demo (scripted, no key)' : model.label;
}

/** What a model costs, in a few words; a price that nobody knows is never told as none. */
export function toPriceLabel({ price }: ModelChoice): string {
  if (price === null) return 'price unknown';
  if (price.input === 0 && price.output === 0) return 'no cost';
  return `$${round(price.input)} in, $${round(price.output)} out per million tokens`;
}

function round(dollars: number): string {
  return new Intl.NumberFormat('en', { maximumFractionDigits: 3 }).format(dollars);
}
