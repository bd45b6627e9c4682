import type { SpendWindowView } from '@shipmate/protocol/web/spend';
import { classNames } from '../components/class-names.ts';
import { Meter } from './meter.tsx';
import { describeAmount, describeWindow, toPercent, type SpendMeasure } from './spend-words.ts';

export interface SpendBarProps {
  readonly measure: SpendMeasure;
  readonly window: SpendWindowView;
}

/** The usage of one measure and, where it is limited, a bar with its share of the limit. */
export function SpendBar({ measure, window }: SpendBarProps) {
  const spent = window.spent[measure];
  const limit = window.limit[measure];
  const percent = limit === null ? null : toPercent(spent, limit);
  return (
    <div className="space-y-1 text-xs tabular-nums">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span>{describeAmount(measure, spent)}</span>
        <span className={classNames(percent === 100 ? 'text-removed font-medium' : 'text-muted')}>
          {limit === null ? 'no limit' : `${percent === 100 ? 'used up: ' : ''}limit ${describeAmount(measure, limit)}`}
        </span>
      </p>
      {percent !== null && (
        <Meter label={`${measure === 'tokens' ? 'Tokens' : 'Cost'}, ${describeWindow(window)}`} percent={percent} />
      )}
    </div>
  );
}
