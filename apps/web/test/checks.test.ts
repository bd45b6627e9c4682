import { createWorkspaceFromArchive } from '@shipmate/domain/archive';
import { digestOfVersions, versionOf } from '@shipmate/domain/workspace';
import type { ErrorEnvelope } from '@shipmate/protocol/error';
import type { ChecksResponse, RenderedResponse } from '@shipmate/protocol/web/checks';
import type { CreateWorkspaceResponse, WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { createFairLimiter } from '@shipmate/runtime';
import { createHelmCli } from '@shipmate/tools';
import { expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { startWeb, type TestBrowser } from './start-web.ts';

async function createWorkspace(browser: TestBrowser) {
  const { workspaceId } = await read<CreateWorkspaceResponse>(await browser.post('/api/workspaces', {}));
  const path = `/api/workspaces/${workspaceId}`;
  const show = async () => read<WorkspaceResponse>(await browser.fetch(path));
  return {
    path,
    check: async () => read<ChecksResponse>(await browser.fetch(`${path}/checks`)),
    render: async (query = '') => read<RenderedResponse>(await browser.fetch(`${path}/rendered${query}`)),
    /** Makes a pending edit of a file. */
    edit: async (wanted: string, change: (content: string) => string) => {
      const file = (await show()).files.find((candidate) => candidate.path === wanted);
      const body = { path: wanted, content: change(file?.content ?? ''), version: file?.version };
      const answer = await browser.send('PUT', `${path}/files`, body);
      expect(answer.status).toBe(200);
    },
  };
}

const differing = ({ manifests }: RenderedResponse) =>
  manifests.filter(({ before, after }) => before !== after).map(({ template }) => template);

it('GET checks covers pending changes, and lists the checked versions', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { path, check, edit } = await createWorkspace(browser);
  const sound = await check();
  expect(sound.overallStatus).not.toBe('fail');
  expect(['bwrap', 'unshare', 'none']).toContain(sound.isolation);
  expect(sound.results['template']).toEqual({ status: 'pass', issueCount: 0 });

  await edit('values.yaml', (content) => `${content}\nreplicaCount: [\n`);
  const broken = await check();
  expect(broken.overallStatus).toBe('fail');
  expect(broken.issues[0]).toMatchObject({ severity: 'error', file: 'values.yaml', line: expect.any(Number) });
  expect(broken.versions?.['Chart.yaml']).toBe(sound.versions?.['Chart.yaml']);
  expect(broken.versions?.['values.yaml']).not.toBe(sound.versions?.['values.yaml']);

  await browser.post(`${path}/changes/accept`, { revisionNumber: 0 });
  const { files } = await read<WorkspaceResponse>(await browser.fetch(path));
  const accepted = files.map((file) => [file.path, versionOf({ ...file, pending: null })]);
  expect(broken.versions).toEqual(Object.fromEntries(accepted));
});

it('GET checks leaves the checked versions out for a caller who has them', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { path, check, edit } = await createWorkspace(browser);
  const { versions = {} } = await check();
  const checkKnowing = async () =>
    read<ChecksResponse>(
      await browser.fetch(`${path}/checks?known=${digestOfVersions(Object.entries(versions).toReversed())}`),
    );
  expect(await checkKnowing()).not.toHaveProperty('versions');

  await edit('values.yaml', (content) => `${content}\nreplicaCount: 2\n`);
  const { versions: changed } = await checkKnowing();
  expect(changed).toEqual({ ...versions, 'values.yaml': expect.not.stringMatching(versions['values.yaml'] ?? '') });
});

it('GET rendered renders a chart without and with pending changes', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { path, render, edit } = await createWorkspace(browser);
  const unchanged = await render();
  expect(unchanged).toMatchObject({ charts: [''], chart: '', valuesFiles: [], valuesFile: null, succeeded: true });
  expect(['bwrap', 'unshare', 'none']).toContain(unchanged.isolation);
  expect(unchanged.manifests.length).toBeGreaterThan(1);
  expect(differing(unchanged)).toEqual([]);

  await edit('values.yaml', (content) => content.replace(/^replicaCount: \d+/m, 'replicaCount: 7'));
  const changed = await render();
  expect(differing(changed)).toEqual(['templates/deployment.yaml']);
  const deployment = changed.manifests.find(({ template }) => template === 'templates/deployment.yaml');
  expect([deployment?.before, deployment?.after].map((text) => /replicas: (\d+)/.exec(text ?? '')?.[1])).toEqual([
    '1',
    '7',
  ]);

  await browser.post(`${path}/files`, { path: 'values-prod.yaml', content: 'replicaCount: 9\n' });
  const production = await render('?valuesFile=values-prod.yaml');
  expect(production).toMatchObject({ valuesFiles: ['values-prod.yaml'], valuesFile: 'values-prod.yaml' });
  expect(production.manifests.map(({ after }) => after).join('')).toContain('replicas: 9');
  expect(production.manifests.map(({ before }) => before).join('')).toContain('replicas: 1');
});

it('GET rendered names the place where a chart cannot be rendered', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { path, render, edit } = await createWorkspace(browser);
  await edit('templates/service.yaml', (content) => `${content}\n{{ fail "no" }}\n`);
  const { succeeded, manifests, issues } = await render();
  expect({ succeeded, manifests }).toEqual({ succeeded: false, manifests: [] });
  expect(issues[0]).toMatchObject({ file: 'templates/service.yaml', line: expect.any(Number) });
  expect(await readError(await browser.fetch(`${path}/rendered?valuesFile=none.yaml`))).toEqual([
    400,
    'VALIDATION_ERROR',
  ]);
  expect(await readError(await browser.fetch(`${path}/rendered?chart=none`))).toEqual([404, 'NOT_FOUND']);
});

it('GET checks reports a missing helm, and a missing chart', async () => {
  await using web = await startWeb({ helm: createHelmCli({ environment: { HELM_EXECUTABLE: '/nowhere/helm' } }) });
  const browser = await web.signIn();
  const { path } = await createWorkspace(browser);
  const bare = createWorkspaceFromArchive({
    name: 'Notes',
    charts: [],
    files: [{ path: 'notes.md', content: 'Hello.\n' }],
  });
  await web.unitOfWork.stores.workspaces.create(browser.tenant.principal, bare);
  for (const what of ['checks', 'rendered']) {
    const answer = await browser.fetch(`${path}/${what}`);
    expect(answer.status).toBe(503);
    expect(await read<ErrorEnvelope>(answer)).toMatchObject({ code: 'UNAVAILABLE', details: { reason: 'no_helm' } });
    expect(await readError(await browser.fetch(`/api/workspaces/${bare.id}/${what}`))).toEqual([404, 'NOT_FOUND']);
  }
});

it('GET checks responds 429 with Retry-After when the queue for helm is full', async () => {
  const limiter = createFairLimiter({ name: 'Running helm', concurrency: 1, maxQueued: 0 });
  await using web = await startWeb({ helm: createHelmCli({ limiter }) });
  const browser = await web.signIn();
  const { path } = await createWorkspace(browser);
  for (const page of ['checks', 'rendered']) {
    const answer = await browser.fetch(`${path}/${page}`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '5']);
  }
});
