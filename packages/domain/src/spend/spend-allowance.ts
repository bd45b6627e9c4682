import type { BudgetLimits } from '@shipmate/core';
import type { SpendLimit, SpendWindow } from './spend-limit.ts';

/** What of a budget spend limits are about. */
export type SpendMeasure = keyof SpendLimit & keyof BudgetLimits;
const measures: readonly SpendMeasure[] = ['tokens', 'costUsd'];

/** A limit of a measure with what was spent of it. */
export interface SpendBound {
  readonly measure: SpendMeasure;
  readonly most: number;
  readonly spent: number;
  readonly window: SpendWindow;
}

/** For each measure that is limited, the limit of which the least is left. */
export function tightestBounds(windows: readonly SpendWindow[]): readonly SpendBound[] {
  return measures.flatMap((measure) => {
    const [tightest] = windows
      .flatMap((window): SpendBound[] => {
        const most = window.limit[measure];
        return most === null ? [] : [{ measure, most, spent: window.spent[measure], window }];
      })
      .toSorted((left, right) => left.most - left.spent - (right.most - right.spent));
    return tightest ?? [];
  });
}
