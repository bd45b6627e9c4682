import type { CreateWorkspaceResponse, FileView, WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { filesResponseSchema, rollbackOutlineSchema, workspaceOutlineSchema } from '@shipmate/protocol/web/workspace';
import { expect, it } from 'vitest';
import { read } from './read-json.ts';
import { startWeb } from './start-web.ts';

/** Returns a file as a request names it. */
const toSeen = (file: FileView | undefined) => ({ path: file?.path, version: file?.version });

async function openSample() {
  const web = await startWeb();
  const browser = await web.signIn();
  const created = await browser.post('/api/workspaces', { template: 'sample' });
  const { workspaceId } = await read<CreateWorkspaceResponse>(created);
  const path = `/api/workspaces/${workspaceId}`;
  return {
    browser,
    path,
    whole: async () => read<WorkspaceResponse>(await browser.fetch(path)),
    [Symbol.asyncDispose]: () => web[Symbol.asyncDispose](),
  };
}

it('GET /api/workspaces/{id}?contents=none returns the same workspace without contents and revisions', async () => {
  await using sample = await openSample();
  const { browser, path } = sample;
  const { files: before } = await sample.whole();
  const change = (name: string) => before.find((file) => file.path.endsWith(name));
  const [values, chart] = [change('values.yaml'), change('Chart.yaml')];
  await browser.send('PUT', `${path}/files`, { ...toSeen(values), content: `${values?.content}# more\n` });
  await browser.send('DELETE', `${path}/files`, { files: [toSeen(chart)] });

  const { files, revisions: _, ...whole } = await sample.whole();
  const text = await (await browser.fetch(`${path}?contents=none`)).text();
  expect(text).not.toContain('"content"');
  const outline = workspaceOutlineSchema.parse(JSON.parse(text));
  expect(outline).toEqual({
    ...whole,
    files: files.map(({ content: _content, contentPending: _pending, hunks: _hunks, ...file }) => file),
  });
  const changed = outline.files.filter(({ pendingOp }) => pendingOp !== null);
  expect(changed).toMatchObject([
    { pendingOp: 'delete', acceptedVersion: null },
    { pendingOp: 'modify', additions: 1, deletions: 0, acceptedVersion: expect.stringMatching(/^[0-9a-f]{16}$/) },
  ]);
  expect((await browser.fetch(`${path}?contents=some`)).status).toBe(400);
});

it('every change of a workspace answers without contents when asked to', async () => {
  await using sample = await openSample();
  const { browser, path } = sample;
  const outlineOf = async (response: Response) => {
    expect(response.ok).toBe(true);
    const outline = workspaceOutlineSchema.parse(await response.clone().json());
    expect(await response.json()).not.toHaveProperty('files.0.content');
    return outline;
  };
  const created = await outlineOf(await browser.post(`${path}/files?contents=none`, { path: 'a.yaml', content: 'a' }));
  const version = (outline: typeof created) => outline.files.find((file) => file.path === 'a.yaml')?.version;
  const edited = { path: 'a.yaml', content: 'b', version: version(created) };
  const saved = await outlineOf(await browser.send('PUT', `${path}/files?contents=none`, edited));
  expect(version(saved)).not.toBe(version(created));
  const accepted = await browser.post(`${path}/changes/accept?contents=none`, {
    revisionNumber: 0,
    versions: { 'a.yaml': version(saved) },
  });
  expect((await outlineOf(accepted)).workspace).toMatchObject({ currentRevisionNumber: 1, pendingCount: 0 });
  const back = await browser.post(`${path}/revisions/0/rollback?contents=none`, { revisionNumber: 1 });
  expect(rollbackOutlineSchema.parse(await back.json())).toMatchObject({ notCarried: [] });
});

it('GET /api/workspaces/{id}/files returns files by path, and 304 while their versions are the same', async () => {
  await using sample = await openSample();
  const { browser, path } = sample;
  const { files: all } = await sample.whole();
  const [one, two] = all;
  if (!one || !two) throw new Error('The sample has no files.');
  const query = new URLSearchParams([
    ['path', two.path],
    ['path', one.path],
  ]);
  const url = `${path}/files?${query.toString()}`;
  const response = await browser.fetch(url);
  expect(response.headers.get('cache-control')).toBe('private, no-cache');
  expect(filesResponseSchema.parse(await response.json())).toEqual({ files: [one, two] });

  // A proxy that compresses a response makes its tag weak.
  const etag = response.headers.get('etag') ?? '';
  for (const known of [etag, `"other", W/${etag}`]) {
    const again = await browser.fetch(url, { headers: { 'if-none-match': known } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  }
  await browser.send('PUT', `${path}/files`, { ...toSeen(one), content: 'changed' });
  const changed = await browser.fetch(url, { headers: { 'if-none-match': etag } });
  expect(filesResponseSchema.parse(await changed.json()).files[0]?.contentPending).toBe('changed');
});

it('GET /api/workspaces/{id}/files names a file that does not exist, and refuses none and too many', async () => {
  await using sample = await openSample();
  const { browser, path } = sample;
  const missing = await browser.fetch(`${path}/files?path=values.yaml&path=nowhere.yaml`);
  expect([missing.status, await missing.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
  for (const search of ['', `?${'path=a&'.repeat(51)}`]) {
    const refused = await browser.fetch(`${path}/files${search}`);
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'VALIDATION_ERROR' }]);
  }
});
