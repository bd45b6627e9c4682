import type { SpendWindowView } from '@shipmate/protocol/web/spend';
import { classNames } from '../components/class-names.ts';
import { Meter } from './meter.tsx';
import { describeAmount, describeReset, describeWindow, type SpendMeasure, toPercent } from './spend-words.ts';

/** The current usage of each limit. */
export function SpendWindows({ windows }: { windows: readonly SpendWindowView[] }) {
  return (
    <ul aria-label="Current usage" className="grid gap-3 sm:grid-cols-2">
      {windows.map((window) => (
        <li key={`${window.scope} ${window.period}`} className="border-line bg-surface space-y-3 rounded-lg border p-4">
          <div className="flex items-baseline justify-between gap-3">
            <h3 className="text-xs font-semibold">{describeWindow(window)}</h3>
            <p className="text-muted text-2xs">resets {describeReset(window)}, UTC</p>
          </div>
          <SpendBar measure="tokens" window={window} />
          <SpendBar measure="costUsd" window={window} />
          {window.spent.unpricedTokens > 0 && (
            <p className="text-caution text-2xs">
              {describeAmount('tokens', window.spent.unpricedTokens)} without a known price: their cost is not counted.
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

interface SpendBarProps {
  readonly measure: SpendMeasure;
  readonly window: SpendWindowView;
}

/** The usage of one measure and, where it is limited, a bar with its share of the limit. */
function SpendBar({ measure, window }: SpendBarProps) {
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
