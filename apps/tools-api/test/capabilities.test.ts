import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { savePattern } from '@shipmate/domain/use-cases';
import { type Cluster, createCluster } from '@shipmate/kube-sim';
import { createKubernetesClient } from '@shipmate/tools';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTenant, createToolsApi, type Tenant } from './create-tools-api.ts';

let cluster: Cluster;
let folder: string;
let kubernetes: ReturnType<typeof createKubernetesClient>;
let api: Awaited<ReturnType<typeof createToolsApi>>;
let ada: Tenant;

beforeAll(async () => {
  cluster = await createCluster();
  folder = await mkdtemp(join(tmpdir(), 'kubeconfig-'));
  const KUBECONFIG = join(folder, 'config');
  await writeFile(KUBECONFIG, cluster.kubeconfig());
  kubernetes = createKubernetesClient({ environment: { KUBECONFIG } });
  api = await createToolsApi({ kubernetes });
  ada = await createTenant(api.database);
});
afterAll(async () => {
  await kubernetes?.close();
  await Promise.all([api.database.close(), cluster.close(), rm(folder, { recursive: true })]);
});

const call = (tool: string, body: object, tenant = ada) =>
  api.send(`/api/tools/${tool}`, { token: tenant.token, body });

it('search_capabilities returns kinds as data, and continues at its cursor', async () => {
  const first = await call('search_capabilities', { query: 'expose a service under a hostname', limit: 1 });
  expect(first).toMatchObject({
    status: 200,
    body: {
      success: true,
      data: {
        context: 'kube-sim',
        ageSeconds: 0,
        notes: [],
        first: 1,
        capabilities: [
          {
            kind: 'Ingress',
            apiVersion: 'networking.k8s.io/v1',
            resource: 'ingresses.networking.k8s.io',
            namespaced: true,
            creatable: true,
            provider: 'kubernetes',
            categories: expect.arrayContaining(['ingress']),
            fields: expect.arrayContaining(['rules', 'tls']),
          },
        ],
        more: { cursor: expect.any(String) },
      },
    },
  });
  const { more } = (first.body as { data: { more: { cursor: string } } }).data;
  const question = { query: 'expose a service under a hostname', limit: 1, cursor: more.cursor };
  expect((await call('search_capabilities', question)).body).toMatchObject({ data: { first: 2 } });
});

it('get_resource_schema returns fields, and the nearest ones for an unknown field', async () => {
  expect((await call('get_resource_schema', { kind: 'deploy', path: 'spec.strategy' })).body).toMatchObject({
    success: true,
    data: { data: expect.stringContaining('rollingUpdate: object') },
  });
  expect((await call('get_resource_schema', { kind: 'deploy', path: 'spec.replcas' })).body).toMatchObject({
    success: false,
    error: expect.stringContaining('Nearest: spec.replicas'),
    metadata: { code: 'NOT_FOUND' },
  });
});

it("search_patterns returns only documents of the caller's organization", async () => {
  const grace = await createTenant(api.database);
  const document = {
    kind: 'policy',
    title: 'Backups',
    tags: [],
    source: null,
    body: 'Keep them for 30 days.',
  } as const;
  await savePattern(api.database.unitOfWork, ada.principal, document);
  const intent = { intent: 'how long are backups kept' };
  expect((await call('search_patterns', intent)).body).toMatchObject({
    data: { total: 1, passages: [{ kind: 'policy', title: 'Backups', text: 'Keep them for 30 days.' }] },
  });
  expect((await call('search_patterns', intent, grace)).body).toMatchObject({ data: { total: 0, passages: [] } });
});
