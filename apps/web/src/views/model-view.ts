import { noUsage } from '@shipmate/core';
import type { ModelChoice } from '@shipmate/protocol/web/session';
import { costOf, type ModelCatalog } from '@shipmate/providers';

const tokens = 1_000;
const perMillion = 1_000_000 / tokens;

/** Returns a model with its price for the model picker. */
export function toModelView({ id, label, isDemo }: ModelCatalog['choices'][number]): ModelChoice {
  const input = costOf(id, { ...noUsage, inputTokens: tokens });
  const output = costOf(id, { ...noUsage, outputTokens: tokens });
  const isKnown = input !== undefined && output !== undefined;
  return { id, label, isDemo, price: isKnown ? { input: input * perMillion, output: output * perMillion } : null };
}
