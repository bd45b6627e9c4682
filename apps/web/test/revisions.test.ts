import { AppError } from '@shipmate/core';
import type {
  RevisionComparisonResponse,
  RevisionListResponse,
  RevisionResponse,
} from '@shipmate/protocol/web/revisions';
import type { CreateWorkspaceResponse, RollbackResponse, WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { startWeb, type TestBrowser } from './start-web.ts';

async function createWorkspace(browser: TestBrowser) {
  const { workspaceId } = await read<CreateWorkspaceResponse>(await browser.post('/api/workspaces', {}));
  const url = `/api/workspaces/${workspaceId}`;
  const show = async () => read<WorkspaceResponse>(await browser.fetch(url));
  return {
    workspaceId,
    url,
    show,
    save: async (path: string, content: string) => {
      const version = (await show()).files.find((file) => file.path === path)?.version;
      expect((await browser.send('PUT', `${url}/files`, { path, content, version })).status).toBe(200);
    },
    accept: (revisionNumber: number) => browser.post(`${url}/changes/accept`, { revisionNumber }),
  };
}

it('the revision routes list, show and compare revisions, and roll back as a new one', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { url, show, save, accept } = await createWorkspace(browser);
  const first = (await show()).files.find(({ path }) => path === 'values.yaml')?.content ?? '';
  await save('values.yaml', 'replicas: 2\n');
  await browser.post(`${url}/files`, { path: 'new.yaml', content: 'a: 1\n' });
  await accept(0);
  await save('values.yaml', 'replicas: 3\n');
  await save('new.yaml', 'a: 2\n');

  const { revisions } = await read<RevisionListResponse>(await browser.fetch(`${url}/revisions`));
  const { user } = browser.tenant;
  expect(revisions).toMatchObject([
    {
      revisionNumber: 1,
      createdType: 'accept',
      sourceRevisionNumber: null,
      createdBy: { id: user.id, name: user.name },
      changes: { added: 1, removed: 0, modified: 1, renamed: 0 },
    },
    { revisionNumber: 0, createdType: 'prompt', changes: { removed: 0, modified: 0, renamed: 0 } },
  ]);
  const shown = await read<RevisionResponse>(await browser.fetch(`${url}/revisions/1`));
  expect(shown.revision.revisionNumber).toBe(1);
  expect(shown.files.find(({ path }) => path === 'values.yaml')).toEqual(
    expect.objectContaining({ content: 'replicas: 2\n' }),
  );

  const compared = await read<RevisionComparisonResponse>(await browser.fetch(`${url}/revisions/compare?from=0&to=1`));
  expect([compared.from.revisionNumber, compared.to.revisionNumber]).toEqual([0, 1]);
  expect(compared.files).toMatchObject([
    { change: 'added', path: 'new.yaml', before: null, after: 'a: 1\n', additions: 1, deletions: 0 },
    { change: 'modified', path: 'values.yaml', before: first, after: 'replicas: 2\n' },
  ]);

  const answer = await browser.post(`${url}/revisions/0/rollback`, { revisionNumber: 1 });
  const { notCarried, ...rolledBack } = await read<RollbackResponse>(answer);
  expect(rolledBack).toEqual(await show());
  expect(rolledBack.revisions[0]).toMatchObject({
    revisionNumber: 2,
    createdType: 'rollback',
    sourceRevisionNumber: 0,
  });
  expect(rolledBack.files.find(({ path }) => path === 'values.yaml')).toMatchObject({
    content: first,
    contentPending: 'replicas: 3\n',
  });
  expect(notCarried).toEqual([{ path: 'new.yaml', pendingOp: 'modify' }]);
  const late = await browser.post(`${url}/revisions/0/rollback`, { revisionNumber: 1 });
  expect(await readError(late)).toEqual([409, 'CONFLICT']);
});

it.each([
  ['/revisions/7', 404, 'NOT_FOUND'],
  ['/revisions/x', 400, 'VALIDATION_ERROR'],
  ['/revisions/-1', 400, 'VALIDATION_ERROR'],
  ['/revisions/compare?from=0&to=7', 404, 'NOT_FOUND'],
  ['/revisions/compare?from=0', 400, 'VALIDATION_ERROR'],
] as const)('GET %s responds %i', async (path, status, code) => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { url } = await createWorkspace(browser);
  expect(await readError(await browser.fetch(`${url}${path}`))).toEqual([status, code]);
});

it('PATCH settings changes settings one by one', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { url, show } = await createWorkspace(browser);
  expect((await show()).settings).toEqual({ autoAccept: false, validateBeforeAccept: false });
  const changed = await browser.send('PATCH', `${url}/settings`, { autoAccept: true });
  expect([changed.status, await changed.json()]).toEqual([200, { autoAccept: true, validateBeforeAccept: false }]);
  expect((await show()).settings).toEqual({ autoAccept: true, validateBeforeAccept: false });
  const wrong = await browser.send('PATCH', `${url}/settings`, { autoAccept: 'yes' });
  expect(await readError(wrong)).toEqual([400, 'VALIDATION_ERROR']);
});

it("auto-accept accepts an agent's changes", async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { url, workspaceId, show } = await createWorkspace(browser);
  await browser.send('PATCH', `${url}/settings`, { autoAccept: true });
  const message = { role: 'user', parts: [{ type: 'text', text: 'set 3 replicas' }] };
  const chat = await browser.post('/api/chat', { id: crypto.randomUUID(), workspaceId, messages: [message] });
  await chat.text();
  const after = await show();
  expect(after.revisions[0]).toMatchObject({ revisionNumber: 1, createdType: 'auto_accept' });
  expect(after.workspace.pendingCount).toBe(0);
  expect(after.files.find(({ path }) => path === 'values.yaml')?.content).toContain('replicaCount: 3');
});

it('validate-before-accept accepts only valid changes', async () => {
  await using web = await startWeb({
    checkBeforeAccept: async (_, { files }) => {
      if (files.every(({ content }) => !content.includes('broken'))) return;
      const details = { issues: [{ file: 'values.yaml', message: 'is broken' }] };
      throw new AppError({ code: 'VALIDATION_ERROR', message: 'The chart is not valid.', details });
    },
  });
  const browser = await web.signIn();
  const { url, show, save, accept } = await createWorkspace(browser);
  await browser.send('PATCH', `${url}/settings`, { validateBeforeAccept: true });
  await save('values.yaml', 'broken\n');
  const refused = await accept(0);
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { code: 'VALIDATION_ERROR', details: { issues: [{ file: 'values.yaml' }] } },
  ]);
  expect((await show()).workspace).toMatchObject({ currentRevisionNumber: 0, pendingCount: 1 });
  await save('values.yaml', 'fixed: true\n');
  expect((await accept(0)).status).toBe(200);
});

it('validate-before-accept reports when no validation is possible', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { url, save, accept } = await createWorkspace(browser);
  await browser.send('PATCH', `${url}/settings`, { validateBeforeAccept: true });
  await save('values.yaml', 'a: 1\n');
  expect(await readError(await accept(0))).toEqual([503, 'UNAVAILABLE']);
});
