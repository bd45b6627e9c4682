import { type ClusterScope, findInScope, watchedPods } from './cluster-scope.ts';
import { countRestarts, type RestartCounts } from './fault-history.ts';
import { type DeclaredPurposes, findObjections } from './find-objections.ts';
import type { WatchBaseline } from './remediation-watch.ts';
import { toTitle } from './title.ts';
import { computeWatchTimes, type WatchTimes } from './watch-times.ts';

/** The objects of a scope, compared with the state before a change. */
export interface ScopeObservation {
  /** Each a sentence without its full stop. */
  readonly objections: readonly string[];
  readonly restarts: RestartCounts;
  readonly times: WatchTimes;
  /** True if all pods of the scope could be listed. */
  readonly knowsPods: boolean;
}

/** Compares the objects of a scope with the state before a change. */
export function observeScope(scope: ClusterScope, before: WatchBaseline, purposes: DeclaredPurposes): ScopeObservation {
  const pods = watchedPods(scope, new Set(before.objects.map(toTitle)));
  const jobs = before.objects
    .filter(({ kind }) => kind === 'Job' || kind === 'CronJob')
    .map((job) => findInScope(scope, job))
    .filter((job) => job !== undefined);
  return {
    objections: findObjections(scope, before, purposes),
    restarts: countRestarts(pods),
    times: computeWatchTimes(before.history, pods, jobs),
    knowsPods: scope.every((objects) => objects.knows('Pod', objects.namespace)),
  };
}
