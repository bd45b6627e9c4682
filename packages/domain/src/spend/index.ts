export { tightestBounds, type SpendBound, type SpendMeasure } from './spend-allowance.ts';
export {
  spendPeriods,
  spendScopes,
  type SpendAmount,
  type SpendLimit,
  type SpendLimits,
  type SpendPeriod,
  type SpendRecord,
  type SpendScope,
  type SpendWindow,
  type Spent,
} from './spend-limit.ts';
export type { SpendFilter, SpendStore } from './spend-store.ts';
export type { ToolUsage } from './tool-usage.ts';
