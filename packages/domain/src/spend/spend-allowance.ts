import type { BudgetLimits } from '@shipmate/core';
import type { SpendLimit, SpendWindow } from './spend-limit.ts';

/** The measures of a budget that spend limits cover. */
export type SpendMeasure = keyof SpendLimit & keyof BudgetLimits;
const measures: readonly SpendMeasure[] = ['tokens', 'costUsd'];

/** A limit of a measure with its usage. */
export interface SpendBound {
  readonly measure: SpendMeasure;
  readonly most: number;
  readonly spent: number;
  readonly window: SpendWindow;
}

/** Returns, for each limited measure, the limit with the least left. */
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
