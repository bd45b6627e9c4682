import { afterEach, expect, test } from 'vitest';
import { createCluster, type Cluster, type ImageRule, type KubeObject } from '../src/index.ts';

const started: Cluster[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((cluster) => cluster.close()));
});

async function start(container: Record<string, unknown>, images: readonly ImageRule[] = []): Promise<Cluster> {
  const cluster = await createCluster({ startTime: new Date('2026-01-01'), images });
  started.push(cluster);
  cluster.objects.apply({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'it', namespace: 'default' },
    spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'web:1', ...container }] },
  });
  return cluster;
}

const it = (cluster: Cluster) =>
  cluster.objects.get({ apiVersion: 'v1', kind: 'Pod', namespace: 'default', name: 'it' }) as KubeObject;
const events = (cluster: Cluster) => cluster.objects.list({ apiVersion: 'v1', kind: 'Event', namespace: 'default' });

test.each<readonly [string, number, readonly string[]]>([
  ['false && echo reached', 1, []],
  ['false || echo reached', 0, ['reached']],
  ['true && echo a; echo b', 0, ['a', 'b']],
  ['true || echo a && echo b', 0, ['b']],
  ['false; echo a', 0, ['a']],
  ['echo a; false', 1, ['a']],
  ['exit 3; echo a', 3, []],
  ['false; exit', 1, []],
  ['set -e; false; echo a', 1, []],
  ['set -e; false || true; echo a', 0, ['a']],
  ['! false', 0, []],
  ['echo "a && b" >&2', 0, ['a && b']],
  [`echo 'it'"s"; exit 256`, 0, ['its']],
  ['exec echo a\necho b', 0, ['a']],
])('sh -c %j exits with %i and writes %j', async (script, exitCode, lines) => {
  const cluster = await start({ command: ['sh', '-c', script] });
  cluster.advance(1000);
  expect(it(cluster)).toMatchObject({ status: { containerStatuses: [{ state: { terminated: { exitCode } } }] } });
  expect(cluster.logLines(it(cluster))).toEqual(lines);
});

test('a container runs on when its script has a command that is not evaluated', async () => {
  const cluster = await start({ command: ['sh', '-c', 'nginx && exit 1'] });
  cluster.advance(60_000);
  expect(it(cluster)).toMatchObject({ status: { phase: 'Running' } });
});

const readiness = (...command: string[]) => ({ readinessProbe: { exec: { command } } });

test.each<readonly [string, boolean, string]>([
  ['echo starting; exit 1', false, 'Readiness probe failed: starting\n'],
  ['sleep 5', false, 'Readiness probe failed: command timed out: "sh -c sleep 5" timed out after 1s'],
  ['true', true, ''],
])('an exec probe without a rule evaluates %j', async (script, isReady, message) => {
  const cluster = await start(readiness('sh', '-c', script));
  cluster.advance(30_000);
  expect(it(cluster)).toMatchObject({ status: { containerStatuses: [{ ready: isReady }] } });
  const failures = events(cluster).filter(({ reason }) => reason === 'Unhealthy');
  expect(failures.map((each) => each['message'])).toEqual(message === '' ? [] : [message]);
});

test('an exec probe passes with an event when its command is not evaluated', async () => {
  const cluster = await start(readiness('pg_isready', '-U', 'app'));
  cluster.advance(60_000);
  expect(it(cluster)).toMatchObject({ status: { containerStatuses: [{ ready: true }] } });
  expect(events(cluster).filter(({ reason }) => reason === 'ProbeNotSimulated')).toMatchObject([
    {
      count: 1,
      message:
        'kube-sim cannot evaluate "pg_isready -U app", so the readiness probe passes. Declare probeExitCode in an image rule.',
    },
  ]);
});

test('probeExitCode sets the result of an exec probe with any command', async () => {
  const cluster = await start(readiness('true'), [{ image: 'web:*', run: { probeExitCode: 1 } }]);
  cluster.advance(60_000);
  expect(it(cluster)).toMatchObject({ status: { containerStatuses: [{ ready: false }] } });
});

// kubernetes pkg/kubelet/kuberuntime/security_context.go (verifyRunAsNonRoot).
test.each<readonly [Record<string, unknown>, ImageRule['user'], string | undefined]>([
  [{}, undefined, 'container has runAsNonRoot and image will run as root'],
  [{}, 'app', 'container has runAsNonRoot and image has non-numeric user (app), cannot verify user is non-root'],
  [{}, 1000, undefined],
  [{ runAsUser: 1000 }, undefined, undefined],
  [{ runAsUser: 0 }, 1000, "container's runAsUser breaks non-root policy"],
])(
  'a container with runAsNonRoot and %j, of an image whose user is %s, gets the error %j',
  async (context, user, why) => {
    const rule = { image: 'web:1', ...(user !== undefined && { user }) };
    const cluster = await start({ securityContext: { runAsNonRoot: true, ...context } }, [rule]);
    const { uid } = it(cluster).metadata;
    const message = `${why} (pod: "it_default(${uid})", container: main)`;
    expect(it(cluster)).toMatchObject({
      status: {
        containerStatuses: [
          {
            state: why === undefined ? { running: {} } : { waiting: { reason: 'CreateContainerConfigError', message } },
          },
        ],
      },
    });
    const failures = events(cluster).filter(({ reason }) => reason === 'Failed');
    expect(failures.map((each) => each['message'])).toEqual(why === undefined ? [] : [`Error: ${message}`]);
  },
);
