import type { Usage } from './usage.ts';

/** Cost of a request in US dollars. **Contract.** `undefined` when the model's price is unknown; never an estimate. */
export type CostOf = (modelId: string, usage: Usage) => number | undefined;
