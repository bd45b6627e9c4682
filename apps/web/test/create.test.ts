import { gzipSync } from 'node:zlib';
import type { ErrorEnvelope } from '@shipmate/protocol/error';
import type { ImportArchiveResponse } from '@shipmate/protocol/web/archive';
import type {
  CatalogChartResponse,
  ChartSearchResponse,
  CreateFromManifestsResponse,
} from '@shipmate/protocol/web/create';
import type { WorkspaceListResponse, WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { createArtifactHubClient, createChartRepository, createGitCli } from '@shipmate/tools';
import { type HubChart, rawTar, startChartHub } from '@shipmate/tools/testing';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { startWeb, type TestBrowser } from './start-web.ts';

const archiveOf = (version: string, extra: readonly { name: string; content: string }[] = []): Uint8Array =>
  gzipSync(rawTar([{ name: 'redis/Chart.yaml', content: `name: redis\nversion: ${version}\n` }, ...extra]));
const redis: HubChart = {
  name: 'redis',
  repository: 'acme',
  description: 'Keeps things in memory',
  verified: true,
  archives: { '2.0.0-rc.1': archiveOf('2.0.0-rc.1'), '1.2.3': archiveOf('1.2.3'), '1.0.0': archiveOf('1.0.0') },
};

/** Starts the web app with a chart hub of these charts; their archives are cached in a folder of their own. */
async function startWithHub(charts: readonly HubChart[], allowPrivate = true) {
  await using stack = new AsyncDisposableStack();
  const cache = stack.use(await mkdtempDisposable(join(tmpdir(), 'shipmate-charts-')));
  const hub = stack.use(await startChartHub(charts));
  const chartExchange = {
    chartCatalog: createArtifactHubClient({ baseUrl: hub.url }),
    git: createGitCli(),
    chartRepository: createChartRepository({ cacheRoot: cache.path, allowPrivate }),
  };
  const web = stack.use(await startWeb({ chartExchange }));
  const browser = await web.signIn();
  const owned = stack.move();
  return { browser, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

const filesOf = async (browser: TestBrowser, workspaceId: string) => {
  const { files } = await read<WorkspaceResponse>(await browser.fetch(`/api/workspaces/${workspaceId}`));
  return Object.fromEntries(files.map(({ path, content }) => [path, content]));
};
const listOf = async (browser: TestBrowser) =>
  (await read<WorkspaceListResponse>(await browser.fetch('/api/workspaces'))).workspaces;

describe('a published chart', () => {
  it('is found, shown with its versions, and imported as a workspace', async () => {
    await using started = await startWithHub([redis, { ...redis, name: 'mysql' }]);
    const { browser } = started;
    const { charts } = await read<ChartSearchResponse>(await browser.fetch('/api/charts?q=redis'));
    expect(charts).toMatchObject([
      { name: 'redis', repository: 'acme', description: 'Keeps things in memory', verified: true, official: false },
    ]);
    const { versions } = await read<CatalogChartResponse>(await browser.fetch('/api/charts/acme/redis'));
    expect(versions.map(({ version }) => version)).toEqual(['2.0.0-rc.1', '1.2.3', '1.0.0']);
    const wanted = { name: 'redis', repository: 'acme', version: '1.2.3' };
    const response = await browser.post('/api/workspaces/catalog', wanted);
    expect(response.status).toBe(201);
    const { workspaceId, left } = await read<ImportArchiveResponse>(response);
    expect(left).toEqual([]);
    expect(await filesOf(browser, workspaceId)).toEqual({ 'Chart.yaml': 'name: redis\nversion: 1.2.3\n' });
    expect(await listOf(browser)).toMatchObject([{ name: 'redis', createdType: 'chart' }]);
  });

  it.each<{
    problem: string;
    charts: readonly HubChart[];
    version?: string;
    answer: readonly unknown[];
    reason?: string;
  }>([
    { problem: 'is not there', charts: [], answer: [404, 'NOT_FOUND'] },
    { problem: 'has no such version', charts: [redis], version: '9.9.9', answer: [404, 'NOT_FOUND'] },
    {
      problem: 'is not what its index describes',
      charts: [{ ...redis, digest: 'b'.repeat(64) }],
      answer: [502, 'EXTERNAL_API_ERROR'],
    },
    {
      problem: 'has an archive that leads out of its folder',
      charts: [{ ...redis, archives: { '1.2.3': archiveOf('1.2.3', [{ name: '../evil', content: '' }]) } }],
      answer: [400, 'VALIDATION_ERROR'],
      reason: 'traversal',
    },
  ])(
    'is refused when it $problem, and no workspace is created',
    async ({ charts, version = '1.2.3', answer, reason }) => {
      await using started = await startWithHub(charts);
      const { browser } = started;
      const response = await browser.post('/api/workspaces/catalog', { name: 'redis', repository: 'acme', version });
      const { code, details } = await read<ErrorEnvelope>(response);
      expect([response.status, code]).toEqual(answer);
      expect((details as { reason?: string } | undefined)?.reason).toBe(reason);
      expect(await listOf(browser)).toEqual([]);
    },
  );

  it('is not fetched from a private network unless that is allowed', async () => {
    await using started = await startWithHub([redis], false);
    const wanted = { name: 'redis', repository: 'acme', version: '1.2.3' };
    expect(await readError(await started.browser.post('/api/workspaces/catalog', wanted))).toEqual([
      400,
      'VALIDATION_ERROR',
    ]);
  });

  it('is reported as unreachable when there is no network', async () => {
    await using web = await startWeb();
    const browser = await web.signIn();
    expect(await readError(await browser.fetch('/api/charts?q=redis'))).toEqual([502, 'EXTERNAL_API_ERROR']);
    expect(await readError(await browser.fetch('/api/charts?q='))).toEqual([400, 'VALIDATION_ERROR']);
  });
});

describe('manifests', () => {
  const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: "nginx:1.27"}]}}
`;

  it('are converted to a chart, and omissions and changes are listed', async () => {
    await using web = await startWeb();
    const browser = await web.signIn();
    const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: db}\nstringData: {password: hunter2}\n';
    const files = [
      { name: 'web.yaml', content: deployment },
      { name: 'more.yaml', content: `${secret}---\na: [` },
    ];
    const response = await browser.post('/api/workspaces/manifests', { files });
    expect(response.status).toBe(201);
    const made = await read<CreateFromManifestsResponse>(response);
    expect(made).toMatchObject({
      conversationId: null,
      left: [{ source: 'more.yaml, document 2' }],
      notes: [{ source: 'more.yaml, document 1', message: expect.stringContaining('password') }],
    });
    const contents = await filesOf(browser, made.workspaceId);
    expect(contents['values.yaml']).toContain('tag: "1.27"');
    expect(JSON.stringify(contents)).not.toContain('hunter2');
    expect(await listOf(browser)).toMatchObject([{ name: 'web', pendingCount: 0 }]);
  });

  it('are passed to an agent on request', async () => {
    await using web = await startWeb();
    const browser = await web.signIn();
    const files = [{ name: 'web.yaml', content: deployment }];
    const body = { name: 'shop', files, prompt: 'set 3 replicas' };
    const { workspaceId, conversationId } = await read<CreateFromManifestsResponse>(
      await browser.post('/api/workspaces/manifests', body),
    );
    await (await browser.fetch(`/api/chat/${conversationId}/stream`)).text();
    const detail = await read<WorkspaceResponse>(await browser.fetch(`/api/workspaces/${workspaceId}`));
    expect(detail).toMatchObject({ charts: [{ name: 'shop', root: '' }], conversation: { id: conversationId } });
  });

  it.each([
    [{ files: [] }, 400, 'VALIDATION_ERROR'],
    [{ files: [{ name: 'a', content: 'a: 1' }] }, 400, 'VALIDATION_ERROR'],
    [{ files: [{ name: 'a', content: deployment }], name: '../x' }, 400, 'VALIDATION_ERROR'],
    [{ files: [{ name: 'a', content: deployment }], model: 'no:model' }, 400, 'VALIDATION_ERROR'],
    [{ files: [{ name: 'a', content: 'x'.repeat(1_100_000) }] }, 400, 'VALIDATION_ERROR'],
  ])('are refused, and no workspace is created (%#)', async (body, status, code) => {
    await using web = await startWeb();
    const browser = await web.signIn();
    expect(await readError(await browser.post('/api/workspaces/manifests', body))).toEqual([status, code]);
    expect(await listOf(browser)).toEqual([]);
  });
});
