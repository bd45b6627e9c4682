import type { SpendWindowView } from '@shipmate/protocol/web/spend';
import { SpendBar } from './spend-bar.tsx';
import { describeAmount, describeReset, describeWindow } from './spend-words.ts';

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
