import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, createCluster } from '@shipmate/kube-sim';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createKubernetesClient } from './create-kubernetes-client.ts';

const principal = { userId: 'ada', organizationId: 'acme', via: 'local' } as const;
const { signal } = new AbortController();
let cluster: Cluster;
let folder: string;

beforeAll(async () => {
  cluster = await createCluster({ users: [{ name: 'reader' }] });
  folder = await mkdtemp(join(tmpdir(), 'service-account-'));
  const { users } = parse(cluster.kubeconfig()) as { users: [{ user: { token: string } }] };
  await writeFile(join(folder, 'token'), users[0].user.token);
  await writeFile(join(folder, 'ca.crt'), cluster.authority);
  await writeFile(join(folder, 'reader'), cluster.kubeconfig('reader'));
});

afterAll(async () => {
  await cluster.close();
  await rm(folder, { recursive: true });
});

it('createKubernetesClient returns no client when the environment configures no cluster', () => {
  expect(createKubernetesClient({ environment: { PATH: '/bin' } })).toBeUndefined();
});

it('a client reads with the service account of the pod in which it runs', async () => {
  const { hostname, port } = new URL(cluster.url);
  const environment = { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port };
  const client = createKubernetesClient({ environment, serviceAccountFolder: folder });
  const reader = await client?.reader({ principal });
  const nodes = await reader?.resolve('nodes', signal);
  expect(reader?.context).toBe('in-cluster');
  expect(nodes && (await reader?.list(nodes, {}, signal))?.items).toHaveLength(2);
  await client?.close();
});

it('a client returns the permissions of a principal', async () => {
  const client = createKubernetesClient({ environment: { KUBECONFIG: join(folder, 'reader') } });
  const reader = await client?.reader({ principal });
  const resource = await reader?.resolve('secrets', signal);
  expect(resource && (await reader?.isAllowed({ verb: 'list', resource, namespace: 'default' }, signal))).toBe(false);
  await client?.close();
});

it('a client reports a configuration that cannot be read and reads it once it is readable', async () => {
  const KUBECONFIG = join(folder, 'later');
  const client = createKubernetesClient({ environment: { KUBECONFIG } });
  await expect(client?.reader({ principal })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.not.stringContaining(folder),
  });
  await writeFile(KUBECONFIG, cluster.kubeconfig());
  await expect(client?.reader({ principal })).resolves.toMatchObject({ context: 'kube-sim' });
  await client?.close();
});
