export {
  createByteBudget,
  type ByteBudget,
  type ByteBudgetOptions,
  type ByteClaim,
  type ChargedWork,
} from './create-byte-budget.ts';
export {
  createFairLimiter,
  type FairLimiter,
  type FairLimiterOptions,
  type LimitedWork,
} from './create-fair-limiter.ts';
