import { CronExpressionParser } from 'cron-parser';
import { kindOf, type KubeObject } from '../../cluster/object/kube-object.ts';
import { numberAt, objectAt, textAt } from '../../cluster/object/read-value.ts';
import { containersOf, type FaultHistory, memoryLimitOf } from './fault-history.ts';

/** The durations of a watch, and the reasons for a person. */
export interface WatchTimes {
  /** Required time without faults and container restarts, in milliseconds. */
  readonly stableMs: number;
  /** Completes "… no container may restart for 5 min, because". */
  readonly stableBecause: string;
  /** Time after the change within which stability has to begin, in milliseconds. */
  readonly settleMs: number;
  /** The controller whose retry is awaited; undefined if there is none in particular. */
  readonly settleBecause: string | undefined;
}

/** All in seconds. */
const limits = {
  shortest: 30,
  longest: 900,
  /** Memory fills up over minutes. */
  outOfMemory: 300,
  settle: 300,
  /** The longest delay of kube-controller-manager's work queues is 1000 s. */
  refused: 1_000 + 120,
  job: { default: 900, longest: 3_600 },
  /** The time between the schedule of a CronJob and the end of its run. */
  run: 300,
} as const;
const margin = 15;

/** Computes how long to watch a change, from the fault and from the current probes of the pods. */
export function computeWatchTimes(
  history: FaultHistory,
  pods: readonly KubeObject[],
  jobs: readonly KubeObject[] = [],
): WatchTimes {
  const containers = pods.flatMap((pod) => containersOf(pod).map(({ spec }) => spec));
  const probes = Math.max(0, ...containers.map(probeSeconds));
  const { runSeconds, backOffSeconds, killedAtBytes, isRefused } = history;
  const growth = growthOf(killedAtBytes, containers);
  const candidates: readonly (readonly [seconds: number, because: string])[] = [
    [limits.shortest, 'a shorter time proves nothing'],
    [probes === 0 ? 0 : probes + margin, `its probes need ${Math.round(probes)} s to fail`],
    [
      runSeconds === 0 ? 0 : runSeconds * Math.max(2, growth * 1.5) + margin,
      `it ran for ${Math.round(runSeconds)} s before it ended`,
    ],
    [killedAtBytes === null ? 0 : limits.outOfMemory, 'it was killed for its memory, which may take minutes to fill'],
    [backOffSeconds, `it was restarted with a back-off of ${backOffSeconds} s`],
  ];
  const [seconds, stableBecause] = candidates.reduce((most, each) => (each[0] > most[0] ? each : most));
  const jobSeconds = Math.max(0, ...jobs.map(jobSecondsOf));
  return {
    stableMs: Math.min(seconds, limits.longest) * 1000,
    stableBecause,
    settleMs:
      Math.max(
        limits.settle + backOffSeconds + Math.min(probes, limits.longest),
        isRefused ? limits.refused : 0,
        jobSeconds,
      ) * 1000,
    settleBecause: isRefused
      ? 'the controller retries refused pods with a back-off of up to 1000 s'
      : backOffSeconds > 0
        ? `the kubelet restarts containers with a back-off of up to ${backOffSeconds} s`
        : undefined,
  };
}

/** Returns the factor by which the memory limit of a container grows over the one at which it was killed. */
function growthOf(killedAtBytes: number | null, containers: readonly ReturnType<typeof objectAt>[]): number {
  const now = Math.max(0, ...containers.map((container) => memoryLimitOf(container) ?? 0));
  return killedAtBytes === null || killedAtBytes === 0 ? 1 : Math.min(10, Math.max(1, now / killedAtBytes));
}

/** Returns the time until the probes of a container have failed for the last time, in seconds. */
function probeSeconds(container: ReturnType<typeof objectAt>): number {
  const [startup = 0, liveness = 0, readiness = 0] = ['startupProbe', 'livenessProbe', 'readinessProbe'].map(
    (field) => {
      const probe = objectAt(container, field);
      if (Object.keys(probe).length === 0) return 0;
      const [period, failures] = [probe['periodSeconds'] ?? 10, probe['failureThreshold'] ?? 3].map(Number);
      return (
        numberAt(probe, 'initialDelaySeconds') + (period ?? 10) * (failures ?? 3) + numberAt(probe, 'timeoutSeconds')
      );
    },
  );
  return startup + Math.max(liveness, readiness);
}

/** Returns the time that a Job may take to end, or a CronJob until its next run has ended. */
function jobSecondsOf(job: KubeObject): number {
  if (kindOf(job) === 'CronJob') return Math.min(periodSecondsOf(job), limits.job.longest);
  const deadline = Number(textAt(job, 'spec', 'activeDeadlineSeconds') ?? limits.job.default);
  return Math.min(deadline + margin, limits.job.longest);
}

/** Returns the time from one run to the end of the next; 0 for a schedule that cannot be parsed. */
function periodSecondsOf(cronJob: KubeObject): number {
  try {
    const times = CronExpressionParser.parse(textAt(cronJob, 'spec', 'schedule') ?? '', {
      currentDate: new Date(0),
      tz: 'UTC',
    });
    const [first, second] = [times.next(), times.next()].map((time) => time.toDate().getTime());
    return ((second ?? 0) - (first ?? 0)) / 1000 + limits.run;
  } catch {
    return 0;
  }
}
