import { type AppError, type Clock, systemClock } from '@shipmate/core';
import {
  computeWatchTimes,
  type DeclaredPurposes,
  declaredPurposes,
  findUnhealthy,
  followWatch,
  type HealthCheck,
  noFaults,
  type Remediation,
  type RemediationChange,
  type RemediationWatch,
  type ScopeObservation,
} from '@shipmate/domain/remediation';
import { blindWatch } from './begin-watch.ts';
import { absence, presence, repeatCheck } from './read-health.ts';
import { readScope } from './read-scope.ts';
import { nowOf } from './remediation-ports.ts';
import type { RemediationStep, RemediationWork } from './remediation-work.ts';

/** All in milliseconds. */
const durations = {
  /** The full scope is read at each check for this time after a change, because pods are being replaced. */
  thorough: 20_000,
  /** A check may be this early, because the clocks of processes differ. */
  early: 2_000,
  /**
   * Delay until the next attempt when the cluster does not respond, and time until the watch ends without an answer.
   */
  unreachable: 30_000,
  givenUp: 3_600_000,
} as const;

/** Returns the milliseconds until a remediation's next check is due; 0 when it is due. */
export function millisecondsLeft({ status, watch }: Remediation, clock: Clock = systemClock): number {
  if (status !== 'validating' || !watch?.nextCheckAt) return 0;
  const left = Date.parse(watch.nextCheckAt) - clock.now().getTime();
  return left > durations.early ? left : 0;
}

/** Checks the cluster once after a change: returns the outcome, or schedules the next check. */
export async function watchHealth(work: RemediationWork): Promise<RemediationStep> {
  const { remediation, ports } = work;
  const watch = remediation.watch ?? blindWatch;
  const checks = await Promise.all(remediation.checks.map((check) => repeatCheck(check, work)));
  const purposes = declaredPurposes(remediation.plan, remediation.approval);
  const unhealthy = findUnhealthy(checks, purposes);
  const at = nowOf(ports);
  const seen = needsScope(watch, { unhealthy, at }) ? await observe(watch, purposes, work) : undefined;
  const step = followWatch(watch, {
    at,
    objections: [...unhealthy, ...(seen?.objections ?? [])],
    restarts: seen?.restarts,
    times: seen?.times ?? watch.times ?? computeWatchTimes(watch.before?.history ?? noFaults, []),
  });
  if (step.is === 'waiting') return toWaiting(step.watch, { at, checks });
  if (step.is === 'over') {
    const reason = `The plan was executed, and these faults remain: ${step.objections.slice(0, 10).join('; ')}.`;
    return { change: { status: 'not_resolved', checks, watch: step.watch, reason } };
  }
  return { change: { ...conclude(checks, { watch, seen, seconds: step.seconds }), checks, watch: step.watch } };
}

/** While a check is unhealthy, the full scope need not be read, except right after the change and at the end. */
function needsScope(
  { before, times, changedAt, until }: RemediationWatch,
  { unhealthy, at }: { readonly unhealthy: readonly string[]; readonly at: Date },
): boolean {
  if (before === null) return false;
  const elapsed = at.getTime() - Date.parse(changedAt ?? at.toISOString());
  const isLate = until !== null && times !== null && elapsed >= times.settleMs;
  return unhealthy.length === 0 || times === null || elapsed < durations.thorough || isLate;
}

/** Compares the scope of a watch with its baseline; `undefined` when one of them is unknown. */
async function observe(
  watch: RemediationWatch,
  purposes: DeclaredPurposes,
  work: RemediationWork,
): Promise<ScopeObservation | undefined> {
  const { ports, principal, signal } = work;
  const scope = await readScope(watch, work);
  if (scope === undefined || watch.before === null) return undefined;
  return ports.compute.run('observeText', [scope, watch.before, purposes], { principal, signal });
}

function toWaiting(
  watch: RemediationWatch,
  { at, checks }: { readonly at: Date; readonly checks?: readonly HealthCheck[] },
): RemediationStep {
  const left = Date.parse(watch.nextCheckAt ?? at.toISOString()) - at.getTime();
  return { change: { watch, ...(checks && { checks }) }, wakeInMs: Math.max(1_000, left) };
}

/** Returns the outcome of a change after which no objection remains. */
function conclude(
  checks: readonly HealthCheck[],
  {
    watch: { before },
    seen,
    seconds,
  }: { readonly watch: RemediationWatch; readonly seen: ScopeObservation | undefined; readonly seconds: number },
): Pick<RemediationChange, 'status' | 'reason'> {
  const unverified = (why: string) => ({ status: 'unverified', reason: `The plan was executed. ${why}` }) as const;
  if (before === null || seen === undefined) {
    return unverified('What is wrong in the cluster could not be read, so it is unknown whether it helped.');
  }
  if (!seen.knowsPods) {
    return unverified('Its pods could not be listed, so it is unknown whether containers restarted.');
  }
  const recovered = checks.filter(({ before: was, after }) => !was.isHealthy && hasRecovered(was, after));
  const gone = [...new Set(before.issue.map(({ reason, root }) => `${reason} of ${root}`))];
  if (gone.length === 0 && recovered.length === 0) {
    return unverified('Nothing that can be checked was unhealthy before, so it is unknown whether it helped.');
  }
  const facts = [
    ...(gone.length === 0 ? [] : [`The rules no longer find ${gone.slice(0, 5).join(', ')}.`]),
    ...recovered.slice(0, 5).map(({ object, after }) => `${object}: ${after?.state}.`),
  ];
  return {
    status: 'resolved',
    reason: `${facts.join(' ')} For ${seconds} s nothing was wrong and no container restarted.`,
  };
}

/** The existence of a created object is no evidence of its health. */
function hasRecovered(was: HealthCheck['before'], after: HealthCheck['after']): boolean {
  return after !== null && after.isHealthy && !(was.state === absence.state && after.state === presence.state);
}

/** Postpones the next check when the cluster does not respond, for at most one hour after the change. */
export function postponeWatch(
  { message }: Pick<AppError, 'message'>,
  { ports, remediation }: Pick<RemediationWork, 'ports' | 'remediation'>,
): RemediationStep {
  const at = nowOf(ports);
  const watch = remediation.watch ?? blindWatch;
  const changedAt = Date.parse(watch.changedAt ?? at.toISOString());
  const until = changedAt + durations.givenUp;
  if (at.getTime() >= until) {
    const reason = `The plan was executed, and the cluster could not be read since: ${message}`;
    return { change: { status: 'unverified', reason } };
  }
  const next = {
    ...watch,
    changedAt: new Date(changedAt).toISOString(),
    stableSince: null,
    nextCheckAt: new Date(at.getTime() + durations.unreachable).toISOString(),
    until: new Date(until).toISOString(),
    waitingFor: `The cluster could not be read: ${message}`,
  };
  return toWaiting(next, { at });
}
