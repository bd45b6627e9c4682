import type { SpendLimitView, SpendWindowView } from '@shipmate/protocol';

/** What is limited. */
export type SpendMeasure = keyof SpendLimitView;

/** What a window is about, as a heading: `Everybody, today`. */
export function describeWindow({ scope, period }: Pick<SpendWindowView, 'scope' | 'period'>): string {
  return `${scope === 'organization' ? 'Everybody' : 'You'}, ${period === 'day' ? 'today' : 'this month'}`;
}

/** An amount of a measure: `1,234 tokens`, `$0.25`. */
export function describeAmount(measure: SpendMeasure, amount: number): string {
  if (measure === 'tokens') return `${amount.toLocaleString('en')} ${amount === 1 ? 'token' : 'tokens'}`;
  return describeDollars(amount);
}

function describeDollars(amount: number): string {
  if (amount > 0 && amount < 0.01) return 'under $0.01';
  return new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' }).format(amount);
}

/** When a window starts anew: `Dec 1`, in UTC. */
export function describeReset({ resetsAt }: Pick<SpendWindowView, 'resetsAt'>): string {
  return new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(resetsAt));
}

/** How much of a limit is spent, as whole per cent; 100 only once all of it is. */
export function toPercent(spent: number, limit: number): number {
  return spent >= limit ? 100 : Math.min(99, Math.round((spent / limit) * 100));
}
