import { expect, it } from 'vitest';
import { noFaults, readFaultHistory } from './fault-history.ts';
import { computeWatchTimes } from './watch-times.ts';

const MiB = 1024 ** 2;
const now = new Date('2026-01-01T01:00:00Z');

function pod(container: object, status: object = {}) {
  return {
    kind: 'Pod',
    spec: { containers: [{ name: 'app', ...container }] },
    status: { containerStatuses: [{ name: 'app', ...status }] },
  };
}

function ended(seconds: number, { restartCount = 1, reason = 'Error', minutesAgo = 5 } = {}) {
  const finished = now.getTime() - minutesAgo * 60_000;
  const times = [finished - seconds * 1000, finished].map((time) => new Date(time).toISOString());
  const [startedAt, finishedAt] = times;
  return { restartCount, lastState: { terminated: { exitCode: 1, reason, startedAt, finishedAt } } };
}

const windowOf = (
  history: Parameters<typeof computeWatchTimes>[0],
  pods: Parameters<typeof computeWatchTimes>[1] = [],
) => computeWatchTimes(history, pods).stableMs / 1000;

it('computeWatchTimes watches a fault without containers for 30 s', () => {
  expect(computeWatchTimes(noFaults, [])).toMatchObject({ stableMs: 30_000, settleMs: 300_000 });
});

it('computeWatchTimes watches a crash for twice the time that the container ran, and for its back-off', () => {
  expect(windowOf(readFaultHistory([pod({}, ended(60))], [], now))).toBe(135);
  // The kubelet doubles the delay from 10 s to 300 s: pkg/kubelet/kubelet.go, initial 10 s and MaxContainerBackOff.
  expect(windowOf(readFaultHistory([pod({}, ended(2, { restartCount: 4 }))], [], now))).toBe(80);
  expect(windowOf(readFaultHistory([pod({}, ended(2, { restartCount: 50 }))], [], now))).toBe(300);
});

it('computeWatchTimes ignores a crash of more than an hour ago', () => {
  expect(windowOf(readFaultHistory([pod({}, ended(60, { minutesAgo: 61 }))], [], now))).toBe(30);
});

it('computeWatchTimes watches probes until they have had time to fail', () => {
  const probe = { initialDelaySeconds: 10, periodSeconds: 5, failureThreshold: 3 };
  expect(windowOf(noFaults, [pod({ livenessProbe: probe })])).toBe(40);
  const startupProbe = { periodSeconds: 5, failureThreshold: 24 };
  expect(windowOf(noFaults, [pod({ livenessProbe: probe, startupProbe })])).toBe(160);
  expect(windowOf(noFaults, [pod({ readinessProbe: { periodSeconds: 10 } })])).toBe(45);
});

it('computeWatchTimes watches a lack of memory for 5 min, and longer when the limit is raised further', () => {
  const killed = readFaultHistory(
    [pod({ resources: { limits: { memory: '100Mi' } } }, ended(150, { reason: 'OOMKilled' }))],
    [],
    now,
  );
  expect(killed.killedAtBytes).toBe(100 * MiB);
  expect(windowOf({ ...killed, runSeconds: 20 })).toBe(300);
  expect(windowOf(killed, [pod({ resources: { limits: { memory: '300Mi' } } })])).toBe(690);
  expect(windowOf(killed, [pod({ resources: { limits: { memory: '10Gi' } } })])).toBe(900);
});

it('computeWatchTimes waits for refused pods as long as their controller may take to retry', () => {
  const workload = { kind: 'Deployment', status: { conditions: [{ type: 'ReplicaFailure', status: 'True' }] } };
  // client-go, DefaultControllerRateLimiter: exponential from 5 ms to 1000 s for each item.
  expect(computeWatchTimes(readFaultHistory([], [workload], now), [])).toMatchObject({
    settleMs: 1_120_000,
    settleBecause: expect.stringContaining('1000 s'),
  });
});

it('computeWatchTimes waits for a Job until its deadline, and for a CronJob until its next run', () => {
  const job = { kind: 'Job', spec: { activeDeadlineSeconds: 1_200 } };
  expect(computeWatchTimes(noFaults, [], [job]).settleMs).toBe(1_215_000);
  const cronJob = { kind: 'CronJob', spec: { schedule: '*/30 * * * *' } };
  expect(computeWatchTimes(noFaults, [], [cronJob]).settleMs).toBe(2_100_000);
  expect(computeWatchTimes(noFaults, [], [{ ...cronJob, spec: { schedule: '0 3 * * *' } }]).settleMs).toBe(3_600_000);
  expect(computeWatchTimes(noFaults, [], [{ ...cronJob, spec: { schedule: 'soon' } }]).settleMs).toBe(300_000);
});
