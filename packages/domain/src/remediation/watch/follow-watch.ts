import type { RestartCounts } from './fault-history.ts';
import { restartsSince } from './fault-history.ts';
import type { RemediationWatch } from './remediation-watch.ts';
import type { WatchTimes } from './watch-times.ts';

/** One observation of the cluster after a change. */
export interface WatchObservation {
  readonly at: Date;
  /** All remaining faults, each a sentence without its full stop. */
  readonly objections: readonly string[];
  /** The current restart counts; undefined if pods were not read because another fault is present. */
  readonly restarts: RestartCounts | undefined;
  readonly times: WatchTimes;
}

/**
 * The state of a watch after an observation: it continues, it ended without faults, or it ended with faults.
 */
export type WatchStep =
  | { readonly is: 'waiting'; readonly watch: RemediationWatch }
  | { readonly is: 'stable'; readonly watch: RemediationWatch; readonly seconds: number }
  | { readonly is: 'over'; readonly watch: RemediationWatch; readonly objections: readonly string[] };

/** All in milliseconds. */
const intervals = { shortest: 5_000, longest: 60_000 } as const;

/** The times of a watch at an observation, in milliseconds. */
interface Moments {
  readonly now: number;
  readonly changedAt: number;
  /** The latest time at which stability may begin. */
  readonly until: number;
  /** Start of the time without faults; undefined while there is a fault. */
  readonly stableSince: number | undefined;
  /** The time at which stability has lasted long enough. */
  readonly stableAt: number;
}

/**
 * Advances a watch by one observation. The watch is bounded: it ends at the latest one stable window after
 * its deadline.
 */
export function followWatch(watch: RemediationWatch, observation: WatchObservation): WatchStep {
  const { objections, restarts = watch.restarts, times } = observation;
  const moments = readMoments(watch, { ...observation, restarts });
  const { now, changedAt, until, stableSince, stableAt } = moments;
  const next = { ...watch, changedAt: toTime(changedAt), restarts, times };
  if (stableSince !== undefined && now >= stableAt) {
    return { is: 'stable', watch: toEnded(next), seconds: Math.round((now - stableSince) / 1000) };
  }
  if (now >= until && (stableSince ?? Number.POSITIVE_INFINITY) > until) {
    return { is: 'over', watch: toEnded(next), objections: [...objections, ...describeRestarts(next)] };
  }
  return {
    is: 'waiting',
    watch: {
      ...next,
      stableSince: stableSince === undefined ? null : toTime(stableSince),
      nextCheckAt: toTime(nextCheck(moments)),
      until: toTime(Number.isFinite(stableAt) ? stableAt : until + times.stableMs),
      waitingFor: describeWait(observation, stableSince),
    },
  };
}

function readMoments(
  watch: RemediationWatch,
  { at, objections, restarts, times }: WatchObservation & { readonly restarts: RestartCounts },
): Moments {
  const now = at.getTime();
  const changedAt = watch.changedAt === null ? now : Date.parse(watch.changedAt);
  const hasRestarted = restartsSince(watch.restarts, restarts) > 0;
  const since = watch.stableSince === null || hasRestarted ? now : Date.parse(watch.stableSince);
  const stableSince = objections.length > 0 ? undefined : since;
  const stableAt = stableSince === undefined ? Number.POSITIVE_INFINITY : stableSince + times.stableMs;
  return { now, changedAt, until: changedAt + times.settleMs, stableSince, stableAt };
}

/** Schedules observations often at first, and at the times at which the outcome can be known. */
function nextCheck({ now, changedAt, until, stableSince, stableAt }: Moments): number {
  const soon = now + Math.max(intervals.shortest, Math.min(intervals.longest, (now - changedAt) / 3));
  return Math.min(soon, stableSince === undefined ? Math.max(until, now + intervals.shortest) : stableAt);
}

function describeRestarts({ before, restarts }: RemediationWatch): readonly string[] {
  const count = restartsSince(before?.restarts ?? {}, restarts);
  if (count === 0) return [];
  return [`containers restarted ${count === 1 ? 'once' : `${count} times`} since the change`];
}

function toEnded(watch: RemediationWatch): RemediationWatch {
  return { ...watch, nextCheckAt: null, until: null, waitingFor: null };
}

function describeWait({ objections, times }: WatchObservation, stableSince: number | undefined): string {
  const { stableMs, stableBecause, settleBecause } = times;
  if (stableSince !== undefined) {
    return `No fault since ${toTime(stableSince)}. This has to last for ${stableMs / 1000} s without a restart, because ${stableBecause}.`;
  }
  const why = settleBecause === undefined ? '' : ` It can take a while: ${settleBecause}.`;
  return `${objections.slice(0, 3).join('; ')}.${why}`;
}

function toTime(ms: number): string {
  return new Date(ms).toISOString();
}
