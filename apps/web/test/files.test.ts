import { type FileConflict, fileConflictSchema } from '@shipmate/protocol/web/files';
import type { CreateWorkspaceResponse, FileView, WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { createWorkspaceFromArchive } from '@shipmate/domain/archive';
import { mergeThreeWay } from '@shipmate/domain/workspace';
import { expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { startWeb, type TestBrowser } from './start-web.ts';

async function createWorkspace(browser: TestBrowser) {
  const { workspaceId } = await read<CreateWorkspaceResponse>(await browser.post('/api/workspaces', {}));
  const path = `/api/workspaces/${workspaceId}`;
  const show = async () => read<WorkspaceResponse>(await browser.fetch(path));
  return {
    files: `${path}/files`,
    changes: `${path}/changes`,
    show,
    file: async (wanted: string) => fileOf(await show(), wanted),
  };
}

function fileOf({ files }: WorkspaceResponse, path: string): FileView {
  const file = files.find((candidate) => candidate.path === path);
  if (!file) throw new Error(`There is no ${path}.`);
  return file;
}

async function readConflict(response: Response): Promise<FileConflict> {
  const { details } = await read<{ details: unknown }>(response);
  expect(response.status).toBe(409);
  return fileConflictSchema.parse(details);
}

it('PUT files saves a pending edit', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { files, file, show } = await createWorkspace(browser);
  const { content, version } = await file('values.yaml');
  const saved = await browser.send('PUT', files, { path: 'values.yaml', content: `${content}a: 1\n`, version });
  expect(saved.status).toBe(200);
  const after = await read<WorkspaceResponse>(saved);
  expect(after).toEqual(await show());
  const now = fileOf(after, 'values.yaml');
  expect(now).toMatchObject({ content, contentPending: `${content}a: 1\n`, pendingOp: 'modify', additions: 1 });
  expect(now.version).not.toBe(version);
  expect(after.workspace).toMatchObject({ pendingCount: 1, currentRevisionNumber: 0 });
});

it('PUT files saves a file of a million characters of any kind', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { files, file } = await createWorkspace(browser);
  const { version } = await file('values.yaml');
  const content = '\u0001'.repeat(1_000_000);
  const saved = await browser.send('PUT', files, { path: 'values.yaml', content, version });
  expect(saved.status).toBe(200);
  expect((await file('values.yaml')).contentPending).toBe(content);
  const longer = { path: 'values.yaml', content: `${content}x`, version };
  expect(await readError(await browser.send('PUT', files, longer))).toEqual([400, 'VALIDATION_ERROR']);
  const padded = { ...longer, padding: 'x'.repeat(6_000_000) };
  expect(await readError(await browser.send('PUT', files, padded))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});

it('a moved file belongs to the chart of its new folder once accepted', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const created = createWorkspaceFromArchive({
    name: 'shops',
    charts: [
      { name: 'a', root: 'a' },
      { name: 'b', root: 'b' },
    ],
    files: ['a/Chart.yaml', 'a/values.yaml', 'b/Chart.yaml'].map((path) => ({ path, content: '' })),
  });
  const [a, b] = created.charts;
  await web.unitOfWork.stores.workspaces.create(browser.tenant.principal, created);
  const path = `/api/workspaces/${created.id}`;
  const show = async () => read<WorkspaceResponse>(await browser.fetch(path));
  const { version } = fileOf(await show(), 'a/values.yaml');
  const moves = [{ from: 'a/values.yaml', to: 'b/values.yaml', version }];
  await browser.post(`${path}/files/rename`, { moves });
  expect(fileOf(await show(), 'a/values.yaml').chartId).toBe(a?.id);
  await browser.post(`${path}/changes/accept`, { revisionNumber: 0 });
  expect(fileOf(await show(), 'b/values.yaml').chartId).toBe(b?.id);
});

it('a workspace has a second chart once a second Chart.yaml is accepted', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { files, changes, show, file } = await createWorkspace(browser);
  await browser.post(files, {
    path: 'services/api/Chart.yaml',
    content: 'apiVersion: v2\nname: api\nversion: 0.1.0\n',
  });
  const { charts: before } = await show();
  await browser.post(`${changes}/accept`, { revisionNumber: 0 });
  const { charts } = await show();
  expect(charts).toEqual([...before, { id: expect.any(String), name: 'api', root: 'services/api' }]);
  expect(await file('services/api/Chart.yaml')).toMatchObject({ chartId: charts[1]?.id });
});

it('PUT files saves one of two tabs, and returns the conflict for a merge to the other', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { files, file } = await createWorkspace(browser);
  const { content: base, version } = await file('values.yaml');
  const tabs = [`top: 1\n${base}`, `${base}end: 1\n`].map((content) => ({ path: 'values.yaml', content, version }));
  const answers = await Promise.all(tabs.map((tab) => browser.send('PUT', files, tab)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));

  const lost = answers.findIndex(({ status }) => status === 409);
  const yours = tabs[lost]?.content ?? '';
  const won = tabs[1 - lost]?.content;
  const conflict = await readConflict(answers[lost] ?? new Response());
  expect(conflict.files).toMatchObject([{ path: 'values.yaml', content: won }]);
  const [current] = conflict.files;
  const merged = mergeThreeWay({ base, theirs: current?.content ?? '', yours });
  expect(merged).toBe(`top: 1\n${base}end: 1\n`);
  const again = await browser.send('PUT', files, {
    path: 'values.yaml',
    content: merged,
    version: current?.version,
  });
  expect(again.status).toBe(200);
  expect((await file('values.yaml')).contentPending).toBe(merged);
});

it('the file routes create, rename and delete files, also by folder', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { files, file, show } = await createWorkspace(browser);
  const created = await browser.post(files, { path: 'docs/notes.md', content: 'Hello.\n' });
  expect(created.status).toBe(201);
  expect(fileOf(await read(created), 'docs/notes.md')).toMatchObject({
    pendingOp: 'create',
    contentPending: 'Hello.\n',
  });
  expect(await readError(await browser.post(files, { path: 'docs/notes.md' }))).toEqual([409, 'CONFLICT']);
  expect(await readError(await browser.post(files, { path: 'docs' }))).toEqual([409, 'CONFLICT']);
  expect(await readError(await browser.post(files, { path: '../notes.md' }))).toEqual([400, 'VALIDATION_ERROR']);

  const templates = (await show()).files.filter(({ path }) => path.startsWith('templates/'));
  expect(templates.length).toBeGreaterThan(1);
  const moves = templates.map(({ path, version }) => ({
    from: path,
    to: path.replace('templates/', 'templates/web/'),
    version,
  }));
  const moved = await read<WorkspaceResponse>(await browser.post(`${files}/rename`, { moves }));
  for (const { from, to } of moves) expect(fileOf(moved, from)).toMatchObject({ pendingOp: 'rename', pendingPath: to });

  const { version } = await file('docs/notes.md');
  const references = [
    { path: 'docs/notes.md', version },
    { path: 'values.yaml', version: (await file('values.yaml')).version },
  ];
  const deleted = await read<WorkspaceResponse>(await browser.send('DELETE', files, { files: references }));
  expect(deleted.files.some(({ path }) => path === 'docs/notes.md')).toBe(false);
  expect(fileOf(deleted, 'values.yaml').pendingOp).toBe('delete');
});

it.each([
  ['PUT', '', { path: 'values.yaml', content: 'x', version: 'stale' }],
  ['POST', '/rename', { moves: [{ from: 'values.yaml', to: 'v.yaml', version: 'stale' }] }],
  ['DELETE', '', { files: [{ path: 'values.yaml', version: 'stale' }] }],
] as const)('%s %s refuses an outdated version', async (method, suffix, body) => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { files, show, file } = await createWorkspace(browser);
  const before = await show();
  const send = (what: object) =>
    method === 'POST' ? browser.post(`${files}${suffix}`, what) : browser.send(method, `${files}${suffix}`, what);
  const { path, version, content } = await file('values.yaml');
  expect(await readConflict(await send(body))).toEqual({ reason: 'file_changed', files: [{ path, version, content }] });
  const absent: unknown = JSON.parse(JSON.stringify(body).replaceAll('values.yaml', 'nowhere.yaml'));
  expect(await readError(await send(absent as object))).toEqual([404, 'NOT_FOUND']);
  expect(await readError(await send({}))).toEqual([400, 'VALIDATION_ERROR']);
  expect(await show()).toEqual(before);
});

it('POST changes/hunks decides hunk by hunk', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { files, changes, file, show } = await createWorkspace(browser);
  const { content, version } = await file('values.yaml');
  await browser.send('PUT', files, { path: 'values.yaml', content: `top: 1\n${content}end: 1\n`, version });
  const hunks = (await file('values.yaml')).hunks;
  const [first, second] = hunks;
  expect(hunks).toMatchObject([
    { oldStart: 1, oldLines: 0, newStart: 1, newLines: 1 },
    { oldLines: 0, newLines: 1 },
  ]);
  const decision = { revisionNumber: 0, path: 'values.yaml', accept: [first?.id], reject: [second?.id] };
  const decided = await read<WorkspaceResponse>(await browser.post(`${changes}/hunks`, decision));
  expect(decided.workspace.currentRevisionNumber).toBe(1);
  expect(fileOf(decided, 'values.yaml')).toMatchObject({ content: `top: 1\n${content}`, pendingOp: null, hunks: [] });
  const stale = { ...decision, revisionNumber: 1 };
  expect(await readError(await browser.post(`${changes}/hunks`, stale))).toEqual([409, 'CONFLICT']);
  const nothing = { revisionNumber: 1, path: 'values.yaml' };
  expect(await readError(await browser.post(`${changes}/hunks`, nothing))).toEqual([400, 'VALIDATION_ERROR']);
  expect(await show()).toEqual(decided);
});

it('POST changes/accept refuses a change made after the page was loaded, when the page names versions', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { files, changes, file } = await createWorkspace(browser);
  const { version } = await file('values.yaml');
  await browser.send('PUT', files, { path: 'values.yaml', content: 'seen: 1\n', version });
  const seen = (await file('values.yaml')).version;
  await browser.send('PUT', files, { path: 'values.yaml', content: 'later: 1\n', version: seen });
  const decision = { revisionNumber: 0, versions: { 'values.yaml': seen } };
  const conflict = await readConflict(await browser.post(`${changes}/accept`, decision));
  expect(conflict.files).toMatchObject([{ path: 'values.yaml', content: 'later: 1\n' }]);
  const now = { revisionNumber: 0, versions: { 'values.yaml': conflict.files[0]?.version } };
  expect((await browser.post(`${changes}/accept`, now)).status).toBe(200);
});
