import { afterEach, expect, test } from 'vitest';
import { createCluster, type Cluster, type KubeObject } from '../src/index.ts';

const minuteMs = 60_000;
const started: Cluster[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((cluster) => cluster.close()));
});

async function start(startTime = '2026-01-01T00:00:30Z'): Promise<Cluster> {
  const cluster = await createCluster({ startTime: new Date(startTime) });
  started.push(cluster);
  return cluster;
}

function report(spec: Record<string, unknown> = {}, script = 'echo done; sleep 20') {
  const container = { name: 'main', image: 'busybox', command: ['sh', '-c', script] };
  const template = { spec: { restartPolicy: 'Never', containers: [container] } };
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'report', namespace: 'default' },
    spec: { schedule: '*/5 * * * *', jobTemplate: { spec: { backoffLimit: 0, template } }, ...spec },
  };
}

const list = (cluster: Cluster, kind: string, apiVersion = 'batch/v1') =>
  cluster.objects.list({ apiVersion, kind, namespace: 'default' });
const statusOf = ({ status }: KubeObject) => status as Record<string, unknown>;
const cronJob = (cluster: Cluster) => list(cluster, 'CronJob')[0] as KubeObject;
const minutesOf = (cluster: Cluster) =>
  list(cluster, 'Job').map(({ metadata }) =>
    metadata.annotations?.['batch.kubernetes.io/cronjob-scheduled-timestamp']?.slice(11, 16),
  );
const reasons = (cluster: Cluster) =>
  list(cluster, 'Event', 'v1')
    .filter(({ involvedObject }) => (involvedObject as { kind: string }).kind === 'CronJob')
    .map(({ reason, message }) => `${reason as string} ${message as string}`);

test('a CronJob creates jobs on schedule, named after the minute, and records events', async () => {
  const cluster = await start();
  cluster.objects.apply(report());
  cluster.advance(4 * minuteMs);
  expect(list(cluster, 'Job')).toEqual([]);
  cluster.advance(minuteMs);
  const [job] = list(cluster, 'Job');
  const minute = Date.parse('2026-01-01T00:05:00Z') / minuteMs;
  expect(job?.metadata).toMatchObject({
    name: `report-${minute}`,
    ownerReferences: [{ kind: 'CronJob', name: 'report', controller: true }],
  });
  expect(statusOf(cronJob(cluster))).toEqual({
    lastScheduleTime: '2026-01-01T00:05:00Z',
    lastSuccessfulTime: '2026-01-01T00:05:20Z',
  });
  expect(reasons(cluster)).toEqual([
    `SuccessfulCreate Created job report-${minute}`,
    `SawCompletedJob Saw completed job: report-${minute}, condition: Complete`,
  ]);
});

test('the status of a CronJob lists its running job as active', async () => {
  const cluster = await start();
  cluster.objects.apply(report({}, 'sleep 60'));
  cluster.advance(5 * minuteMs);
  expect(statusOf(cronJob(cluster))).toMatchObject({
    active: [{ kind: 'Job', apiVersion: 'batch/v1', namespace: 'default' }],
  });
});

test('a CronJob keeps as many finished jobs as its history limits', async () => {
  const cluster = await start();
  cluster.objects.apply(report({ successfulJobsHistoryLimit: 2 }));
  cluster.advance(21 * minuteMs);
  expect(minutesOf(cluster)).toEqual(['00:15', '00:20']);
  cluster.objects.apply(report({ successfulJobsHistoryLimit: 2 }, 'exit 1'));
  cluster.advance(15 * minuteMs);
  expect(minutesOf(cluster)).toEqual(['00:15', '00:20', '00:35']);
});

test.each([
  ['Allow', ['00:05', '00:10']],
  ['Replace', ['00:10']],
  ['Forbid', ['00:05']],
])(
  'concurrency policy %s decides about a job that still runs at the next start',
  async (concurrencyPolicy, expected) => {
    const cluster = await start();
    cluster.objects.apply(report({ concurrencyPolicy }, 'sleep 420'));
    cluster.advance(11 * minuteMs);
    expect(minutesOf(cluster)).toEqual(expected);
  },
);

test('a start that waited for the previous job follows when that ends', async () => {
  const cluster = await start();
  cluster.objects.apply(report({ concurrencyPolicy: 'Forbid' }, 'sleep 420'));
  cluster.advance(12 * minuteMs);
  expect(reasons(cluster)).toContain(
    'JobAlreadyActive Not starting job because prior execution is running and concurrency policy is Forbid',
  );
  expect(minutesOf(cluster)).toEqual(['00:05', '00:10']);
});

test('a suspended CronJob starts nothing and, resumed, catches up on the last start within its deadline', async () => {
  const cluster = await start();
  cluster.objects.apply(report({ suspend: true }));
  cluster.advance(13 * minuteMs);
  expect(minutesOf(cluster)).toEqual([]);
  cluster.objects.apply(report({ suspend: false, startingDeadlineSeconds: 120 }));
  expect(minutesOf(cluster)).toEqual([]);
  cluster.objects.apply(report({ suspend: false }));
  expect(minutesOf(cluster)).toEqual(['00:10']);
});

test('a CronJob with more than a hundred missed starts records a warning', async () => {
  const cluster = await start();
  cluster.objects.apply(report({ suspend: true, schedule: '* * * * *' }));
  cluster.advance(102 * minuteMs);
  cluster.objects.apply(report({ suspend: false, schedule: '* * * * *' }));
  expect(reasons(cluster)[0]).toContain('TooManyMissedTimes too many missed start times');
});

test('a schedule follows its time zone', async () => {
  const cluster = await start('2026-07-01T00:00:00Z');
  cluster.objects.apply(report({ schedule: '30 8 * * *', timeZone: 'Europe/Berlin' }));
  cluster.advance(24 * 60 * minuteMs);
  expect(minutesOf(cluster)).toEqual(['06:30']);
});

test('a CronJob retries a refused job', async () => {
  const cluster = await start();
  const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'none', namespace: 'default' } };
  cluster.objects.apply({ ...quota, spec: { hard: { 'count/jobs.batch': '0' } } });
  cluster.objects.apply(report());
  cluster.advance(5 * minuteMs);
  expect(reasons(cluster)[0]).toMatch(/^FailedCreate Error creating job: .*exceeded quota/);
  cluster.objects.delete({ apiVersion: 'v1', kind: 'ResourceQuota', name: 'none', namespace: 'default' });
  cluster.advance(minuteMs);
  expect(minutesOf(cluster)).toEqual(['00:05']);
});

test.each(['@daily', '@midnight', '0 6 * jan-mar MON-FRI', '*/15 8-18 1,15 * ?'])(
  '%s is a valid schedule',
  async (schedule) => {
    const cluster = await start();
    cluster.objects.apply(report({ schedule }));
    expect(cronJob(cluster)['spec']).toMatchObject({ schedule });
  },
);

test.each([
  [{ schedule: '* * * *' }, 'spec.schedule: Invalid value: "* * * *": expected exactly 5 fields, found 4: [* * * *]'],
  [{ schedule: '0 0 L * *' }, 'failed to parse int from L'],
  [{ schedule: '61 * * * *' }, 'spec.schedule: Invalid value: "61 * * * *"'],
  [{ schedule: 'TZ=UTC 0 0 * * *' }, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead'],
  [{ timeZone: 'Europe/Berlinn' }, 'spec.timeZone: Invalid value: "Europe/Berlinn": unknown time zone Europe/Berlinn'],
  [
    { concurrencyPolicy: 'Never' },
    'spec.concurrencyPolicy: Unsupported value: "Never": supported values: "Allow", "Forbid", "Replace"',
  ],
])('the schedule %o is refused', async (spec, message) => {
  const cluster = await start();
  expect(() => cluster.objects.apply(report(spec))).toThrow(message);
});

test('a finished job is deleted with its pod after its time to live', async () => {
  const cluster = await start();
  const { spec } = report().spec.jobTemplate;
  const metadata = { name: 'once', namespace: 'default' };
  cluster.objects.apply({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata,
    spec: { ...spec, ttlSecondsAfterFinished: 60 },
  });
  cluster.advance(minuteMs);
  expect(list(cluster, 'Job')).toHaveLength(1);
  cluster.advance(minuteMs);
  expect([...list(cluster, 'Job'), ...list(cluster, 'Pod', 'v1')]).toEqual([]);
});
