import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@shipmate/db/testing';
import { type Cluster, createCluster } from '@shipmate/kube-sim';
import { createKubernetesClient, type KubernetesClient } from '@shipmate/tools';

/** A simulated cluster with a database, in which `api` crashes because a variable is missing. */
export interface BrokenCluster extends AsyncDisposable {
  readonly cluster: Cluster;
  readonly database: TestDatabase;
  readonly kubernetes: KubernetesClient;
  /** Variables with which an installation finds the cluster. */
  readonly environment: { readonly KUBECONFIG: string };
  /** Returns the current Deployment of `api`. */
  api(): object | undefined;
}

/** Starts a broken cluster whose clock stands still. */
export async function startBrokenCluster(): Promise<BrokenCluster> {
  const run = { exitAfter: 2, exitCode: 1, logs: [{ text: 'FATAL: DATABASE_URL is not set' }] };
  const cluster = await createCluster({
    startTime: new Date('2026-01-01T00:00:00Z'),
    images: [{ image: 'api:*', when: { env: { DATABASE_URL: null } }, run }],
  });
  const labels = { app: 'api' };
  cluster.objects.apply({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'api', namespace: 'default' },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'api', image: 'api:1' }] } },
    },
  });
  cluster.advance(60_000);
  const folder = await mkdtemp(join(tmpdir(), 'kubeconfig-'));
  const environment = { KUBECONFIG: join(folder, 'config') };
  await writeFile(environment.KUBECONFIG, cluster.kubeconfig());
  const kubernetes = createKubernetesClient({ environment });
  if (!kubernetes) throw new Error('The environment names no cluster.');
  const database = await createTestDatabase('pglite');
  return {
    cluster,
    database,
    kubernetes,
    environment,
    api: () => cluster.objects.get({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'api', namespace: 'default' }),
    async [Symbol.asyncDispose]() {
      await kubernetes.close();
      await cluster.close();
      await database[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}
