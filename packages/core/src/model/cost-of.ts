import type { Usage } from './usage.ts';

/** What a request cost, in US dollars. **Contract.** `undefined` when the model's price is not known, and never a guess. */
export type CostOf = (modelId: string, usage: Usage) => number | undefined;
