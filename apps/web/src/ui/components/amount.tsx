import type { Usage } from '@shipmate/core';
import { describeCost } from '../../cost/describe-cost.ts';
import { describeTokens, isEstimated } from '../../cost/describe-tokens.ts';

interface CostProps {
  /** In US dollars; null when unknown. */
  readonly usd: number | null;
  /** Replaces the words of the amount, such as `at least $0.50`. */
  readonly children?: string;
}

/** The cost of calls of a model, rounded; the exact amount is its title. Costs are estimates: they follow list prices. */
export function Cost({ usd, children }: CostProps) {
  const title = usd === null ? 'The price of the model is not known.' : `$${usd} (estimated from list prices)`;
  return (
    <data value={usd ?? ''} title={title} className="tabular-nums">
      {children ?? describeCost(usd)}
    </data>
  );
}

interface TokensProps {
  readonly usage: Partial<Usage>;
  readonly model?: string | null | undefined;
}

/** The tokens of calls of a model, estimates marked as such; the sum is its title. */
export function Tokens({ usage, model }: TokensProps) {
  const total = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
  const about = isEstimated(model) ? ', estimated from the length of the texts' : '';
  return (
    <data value={total} title={`${total.toLocaleString('en')} tokens in total${about}`} className="tabular-nums">
      {describeTokens(usage, model)}
    </data>
  );
}
