import type { SpendLimitView, SpendWindowView } from '@shipmate/protocol/web/spend';

/** The limited measures. */
export type SpendMeasure = keyof SpendLimitView;

/** Returns the heading of a window: `All users, today`. */
export function describeWindow({ scope, period }: Pick<SpendWindowView, 'scope' | 'period'>): string {
  return `${scope === 'organization' ? 'All users' : 'You'}, ${period === 'day' ? 'today' : 'this month'}`;
}

/** Formats an amount of a measure: `1,234 tokens`, `$0.25`. */
export function describeAmount(measure: SpendMeasure, amount: number): string {
  if (measure === 'tokens') return `${amount.toLocaleString('en')} ${amount === 1 ? 'token' : 'tokens'}`;
  return describeDollars(amount);
}

function describeDollars(amount: number): string {
  if (amount > 0 && amount < 0.01) return 'under $0.01';
  return new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' }).format(amount);
}

/** Returns the day on which a window resets: `Dec 1`, in UTC. */
export function describeReset({ resetsAt }: Pick<SpendWindowView, 'resetsAt'>): string {
  return new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(resetsAt));
}

/** Returns the used share of a limit in whole per cent; 100 only when the limit is reached. */
export function toPercent(spent: number, limit: number): number {
  return spent >= limit ? 100 : Math.min(99, Math.round((spent / limit) * 100));
}
