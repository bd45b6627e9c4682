import type { RestartCounts } from './fault-history.ts';
import { restartsSince } from './fault-history.ts';
import type { RemediationWatch } from './remediation-watch.ts';
import type { WatchTimes } from './watch-times.ts';

/** One observation of the cluster after a change. */
export interface WatchLook {
  readonly at: Date;
  /** Everything that is wrong, each a sentence without its full stop. */
  readonly objections: readonly string[];
  /** Restarts as counted now; undefined when pods were not looked at because something else is wrong anyway. */
  readonly restarts: RestartCounts | undefined;
  readonly times: WatchTimes;
}

/** The state of a watch after an observation: it goes on, nothing is wrong any more, or it is over and something is. */
export type WatchStep =
  | { readonly is: 'waiting'; readonly watch: RemediationWatch }
  | { readonly is: 'stable'; readonly watch: RemediationWatch; readonly seconds: number }
  | { readonly is: 'over'; readonly watch: RemediationWatch; readonly objections: readonly string[] };

/** All in milliseconds. */
const intervals = { shortest: 5_000, longest: 60_000 } as const;

/** Takes a watch one observation further. It is bounded: it ends a stable window after its deadline at the latest. */
export function followWatch(watch: RemediationWatch, look: WatchLook): WatchStep {
  const { at, objections, restarts = watch.restarts, times } = look;
  const now = at.getTime();
  const changedAt = Date.parse(watch.changedAt ?? at.toISOString());
  const until = changedAt + times.settleMs;
  const hasRestarted = restartsSince(watch.restarts, restarts) > 0;
  const since = watch.stableSince === null || hasRestarted ? now : Date.parse(watch.stableSince);
  const stableSince = objections.length > 0 ? undefined : since;
  const stableAt = stableSince === undefined ? undefined : stableSince + times.stableMs;
  const next = { ...watch, changedAt: toTime(changedAt), restarts, times };
  if (stableSince !== undefined && stableAt !== undefined && now >= stableAt) {
    return { is: 'stable', watch: toEnded(next), seconds: Math.round((now - stableSince) / 1000) };
  }
  if (now >= until && (stableSince === undefined || stableSince > until)) {
    const count = restartsSince(watch.before?.restarts ?? {}, restarts);
    const words = count === 0 ? [] : [`containers restarted ${count} times since the change`];
    return { is: 'over', watch: toEnded(next), objections: [...objections, ...words] };
  }
  const soon = Math.max(intervals.shortest, Math.min(intervals.longest, (now - changedAt) / 3));
  const nextCheckAt = Math.min(now + soon, stableAt ?? Math.max(until, now + intervals.shortest));
  return {
    is: 'waiting',
    watch: {
      ...next,
      stableSince: stableSince === undefined ? null : toTime(stableSince),
      nextCheckAt: toTime(nextCheckAt),
      until: toTime(stableAt ?? until + times.stableMs),
      waitingFor: describeWait(look, stableSince),
    },
  };
}

function toEnded(watch: RemediationWatch): RemediationWatch {
  return { ...watch, nextCheckAt: null, until: null, waitingFor: null };
}

function describeWait({ objections, times }: WatchLook, stableSince: number | undefined): string {
  const { stableMs, stableBecause, settleBecause } = times;
  if (stableSince !== undefined) {
    return `Nothing is wrong since ${toTime(stableSince)}. That has to last for ${stableMs / 1000} s without a restart, because ${stableBecause}.`;
  }
  const why = settleBecause === undefined ? '' : ` It can take a while: ${settleBecause}.`;
  return `${objections.slice(0, 3).join('; ')}.${why}`;
}

function toTime(ms: number): string {
  return new Date(ms).toISOString();
}
