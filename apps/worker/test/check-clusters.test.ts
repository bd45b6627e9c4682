import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@shipmate/core';
import { createTestDatabase, createTestTenant } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import type { Row, RuleDefinition } from '@shipmate/domain/workflow';
import { createCluster } from '@shipmate/kube-sim';
import { createKubernetesClient } from '@shipmate/tools/kubernetes';
import { createInlineCompute } from '@shipmate/tools/testing';
import { expect, it } from 'vitest';
import { checkClusters } from '../src/jobs/check-clusters.ts';

const labels = { app: 'api' };
const api = (env: readonly object[]) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'api', namespace: 'default' },
  spec: {
    replicas: 2,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'api', image: 'api:1', env }] } },
  },
});

/** Starts a cluster whose Deployment `api` needs `DATABASE_URL`, and a database. */
async function setUp() {
  const stack = new AsyncDisposableStack();
  const cluster = stack.adopt(
    await createCluster({
      startTime: new Date('2026-01-01T00:00:00Z'),
      images: [{ image: 'api:*', when: { env: { DATABASE_URL: null } }, run: { exitAfter: 2, exitCode: 1, logs: [] } }],
    }),
    (each) => each.close(),
  );
  const folder = stack.adopt(await mkdtemp(join(tmpdir(), 'kubeconfig-')), (path) => rm(path, { recursive: true }));
  await writeFile(join(folder, 'config'), cluster.kubeconfig());
  const kubernetes = createKubernetesClient({ environment: { KUBECONFIG: join(folder, 'config') } });
  if (!kubernetes) throw new Error('The environment names no cluster.');
  stack.adopt(kubernetes, (each) => each.close());
  const database = stack.use(await createTestDatabase('pglite'));
  const { principal } = await createTestTenant(database.unitOfWork);
  const { rules, platform: stored, entityRows, ruleEvents } = database.unitOfWork.stores;
  const watch = (entity: string, trigger: RuleDefinition['trigger'] = 'on_create') =>
    rules.create(principal, {
      id: newId(),
      definition: {
        name: newId(),
        description: '',
        isActive: true,
        entity,
        trigger,
        triggerConditions: [],
        actions: [],
        edges: [],
      },
    });
  // Each check is the first one after the lease of the one before, by the database's clock.
  const platform = {
    ...stored,
    leaseCheck: (by: typeof principal) => stored.leaseCheck(by, { name: newId(), seconds: 0 }),
  };
  const resources = { kubernetes, compute: createInlineCompute(), logger: silentLogger, clock: cluster };
  const { signal } = new AbortController();
  const check = () => checkClusters({ ...resources, platform }, signal);
  const read = async (entity: string): Promise<readonly Row[]> =>
    (await entityRows.query(principal, entity, { offset: 0, limit: 200 })).rows;
  return { stack, cluster, resources, stored, principal, watch, check, read, ruleEvents, signal };
}

it('checkClusters records a finding when it appears and removes it when it is gone', async () => {
  const { stack, cluster, watch, check, read } = await setUp();
  await using _ = stack;
  cluster.objects.apply(api([]));
  cluster.advance(120_000);
  expect(await check()).toBe(0);
  await watch('platform.findings');
  expect(await check()).toBe(1);
  const findings = await read('platform.findings');
  expect(findings).toContainEqual(
    expect.objectContaining({ reason: 'CrashLoopBackOff', kind: 'Deployment', namespace: 'default', name: 'api' }),
  );
  cluster.advance(60_000);
  await check();
  const again = await read('platform.findings');
  expect(again.find(({ reason }) => reason === 'CrashLoopBackOff')?.['id']).toBe(
    findings.find(({ reason }) => reason === 'CrashLoopBackOff')?.['id'],
  );
  cluster.objects.apply(api([{ name: 'DATABASE_URL', value: 'postgres://db' }]));
  cluster.advance(300_000);
  await check();
  expect((await read('platform.findings')).map(({ reason }) => reason)).not.toContain('CrashLoopBackOff');
});

it('checkClusters records Warning events, each once', async () => {
  const { stack, cluster, watch, check, read } = await setUp();
  await using _ = stack;
  cluster.objects.apply(api([]));
  cluster.advance(120_000);
  await watch('platform.cluster_events');
  await check();
  const events = await read('platform.cluster_events');
  expect(events).toContainEqual(
    expect.objectContaining({ kind: 'Pod', namespace: 'default', reason: 'BackOff', count: expect.any(Number) }),
  );
  await check();
  expect(await read('platform.cluster_events')).toEqual(events);
});

it('checkClusters checks a cluster in one process at a time', async () => {
  const { stack, resources, stored: platform, watch, signal } = await setUp();
  await using _ = stack;
  await watch('platform.findings');
  const check = () => checkClusters({ ...resources, platform }, signal);
  expect(new Set(await Promise.all([check(), check()]))).toEqual(new Set([0, 1]));
});
