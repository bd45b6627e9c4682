import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@shipmate/db/testing';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { type Cluster, createCluster } from '@shipmate/kube-sim';
import { conversationHeader } from '@shipmate/protocol/http';
import type {
  ClusterListResponse,
  ClusterQuestionResponse,
  ClusterReportResponse,
} from '@shipmate/protocol/web/clusters';
import { openTestTools } from '@shipmate/tools/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { startWeb, type TestBrowser, type TestWeb } from './start-web.ts';

describe('/api/clusters with a cluster', () => {
  let cluster: Cluster;
  let folder: string;
  let database: TestDatabase;
  let web: TestWeb;
  let browser: TestBrowser;

  beforeAll(async () => {
    cluster = await createCluster({
      images: [{ image: 'web*', run: { exitAfter: 1, exitCode: 3 } }],
      users: [{ name: 'nobody' }],
    });
    cluster.objects.apply({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web', namespace: 'default' },
      spec: { containers: [{ name: 'web', image: 'web:1', env: [{ name: 'PASSWORD', value: 'hunter2' }] }] },
    });
    cluster.advance(60_000);
    folder = await mkdtemp(join(tmpdir(), 'kubeconfig-'));
    const [own, other] = [join(folder, 'own'), join(folder, 'other')];
    await writeFile(own, cluster.kubeconfig());
    await writeFile(other, cluster.kubeconfig('nobody').replaceAll('kube-sim', 'blind'));
    database = await createTestDatabase('pglite');
    const environment = { KUBECONFIG: `${own}:${other}` };
    const { registry } = openTestTools(createToolStorage(database.unitOfWork), { environment });
    web = await startWeb({ database, tools: registry });
    browser = await web.signIn();
  });

  afterAll(async () => {
    await web[Symbol.asyncDispose]();
    await database.close();
    await cluster.close();
    await rm(folder, { recursive: true });
  });

  it('lists the contexts', async () => {
    const list = await read<ClusterListResponse>(await browser.fetch('/api/clusters'));
    expect(list).toEqual({ contexts: ['blind', 'kube-sim'], current: 'kube-sim' });
  });

  it('reports problems and the simulator, and no secrets', async () => {
    const response = await browser.fetch('/api/clusters/report');
    const text = await response.clone().text();
    const report = await read<ClusterReportResponse>(response);
    expect(report).toMatchObject({
      context: 'kube-sim',
      isSimulated: true,
      left: null,
      gaps: [],
      health: { counts: { critical: 1 }, workloads: [{ kind: 'Pod', total: 1, troubled: 1 }] },
      problems: [{ severity: 'critical', reason: 'CrashLoopBackOff', object: { kind: 'Pod', name: 'web' } }],
    });
    expect(report.health.nodes.map(({ isReady }) => isReady)).not.toContain(false);
    expect(report.health.namespaces[0]).toMatchObject({ name: 'default', pods: 1, healthyPods: 0 });
    expect(text).not.toContain('hunter2');
  });

  it('reports on one namespace only', async () => {
    const report = await read<ClusterReportResponse>(await browser.fetch('/api/clusters/report?namespace=kube-system'));
    expect(report).toMatchObject({ problems: [], health: { nodes: [] } });
  });

  it('names the missing permission, and the available contexts', async () => {
    const blind = await browser.fetch('/api/clusters/report?context=blind');
    expect(await blind.json()).toMatchObject({
      code: 'EXTERNAL_API_ERROR',
      message: expect.stringContaining(
        'Not permitted: "list" on pods for the whole cluster for user "nobody"',
      ) as string,
    });
    expect(await readError(await browser.fetch('/api/clusters/report?context=gone'))).toEqual([404, 'NOT_FOUND']);
  });

  it('answers a question about a cluster in a conversation that can be continued and is private', async () => {
    const asked = await browser.post('/api/clusters/conversations', { message: 'Why does web crash?' });
    expect(asked.status).toBe(201);
    const { conversationId: id } = await read<ClusterQuestionResponse>(asked);
    await (await browser.fetch(`/api/chat/${id}/stream`)).text();
    const messages = [{ role: 'user', parts: [{ type: 'text', text: 'And now?' }] }];
    const further = { id, contextType: 'cluster', messages };
    const answer = await browser.post('/api/chat', further);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('finish')]);
    const stranger = await web.signIn();
    expect(await readError(await stranger.fetch(`/api/conversations/${id}`))).toEqual([404, 'NOT_FOUND']);
    const asChart = { id, messages, workspaceId: id };
    expect(await readError(await browser.post('/api/chat', asChart))).toEqual([400, 'VALIDATION_ERROR']);
    const inWorkspace = await read<{ workspaceId: string }>(await browser.post('/api/workspaces', {}));
    const elsewhere = { ...further, workspaceId: inWorkspace.workspaceId };
    expect(await readError(await browser.post('/api/chat', elsewhere))).toEqual([400, 'VALIDATION_ERROR']);
    expect((await browser.post('/api/chat', { id, messages })).headers.get(conversationHeader)).toBe(id);
  });
});

it('/api/clusters states that no cluster is configured', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  expect(await read(await browser.fetch('/api/clusters'))).toEqual({ contexts: [], current: null });
  expect(await readError(await browser.fetch('/api/clusters/report'))).toEqual([503, 'UNAVAILABLE']);
});
