import { newId } from '@shipmate/domain';
import type { AuditListResponse } from '@shipmate/protocol/web/audit';
import type { RevisionListResponse } from '@shipmate/protocol/web/revisions';
import type { CreateApiTokenResponse } from '@shipmate/protocol/web/tokens';
import type { CreateWorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { signInColleague } from './sign-in-colleague.ts';
import { startWeb, type TestBrowser } from './start-web.ts';

const list = async (browser: TestBrowser, query = '') =>
  read<AuditListResponse>(await browser.fetch(`/api/audit${query}`));

it('the audit log shows owners actions with user, time, channel and origin, and is not found for others', async () => {
  await using web = await startWeb();
  const owner = await web.signIn();
  const { workspaceId, runId, conversationId } = await read<CreateWorkspaceResponse>(
    await owner.post('/api/workspaces', { prompt: 'Set replicaCount to 3.' }),
  );
  await (await owner.fetch(`/api/chat/${conversationId}/stream`)).text();
  await owner.post(`/api/workspaces/${workspaceId}/changes/accept`, { revisionNumber: 0 });
  await owner.post(`/api/workspaces/${workspaceId}/revisions/0/rollback`, { revisionNumber: 1 });
  await owner.post(`/api/workspaces/${workspaceId}/files`, { path: 'extra.yaml' });
  await owner.post(`/api/workspaces/${workspaceId}/changes/reject`, { revisionNumber: 2 });
  await owner.send('PATCH', `/api/workspaces/${workspaceId}/settings`, { autoAccept: true });
  const { token, secret } = await read<CreateApiTokenResponse>(
    await owner.post('/api/tokens', { name: 'curl', expiresInDays: null, scopes: ['change_settings', 'read'] }),
  );
  await web.openBrowser().fetch(`/api/workspaces/${workspaceId}/settings`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      'x-request-id': 'my-request',
      'x-forwarded-for': '203.0.113.9',
    },
    body: JSON.stringify({ autoAccept: false }),
  });
  for (const _ of [1, 2]) await owner.fetch(`/api/tokens/${token.id}`, { method: 'DELETE' });
  const grantId = newId();
  await web.unitOfWork.stores.grants.create(owner.tenant.principal, { id: grantId, workspaceId, tool: 'textEditor' });
  await owner.fetch(`/api/grants/${grantId}`, { method: 'DELETE' });
  await owner.post(`/api/workspaces/${workspaceId}/push`, {
    remote: 'https://ann:secret@127.0.0.1:9/charts?key=secret',
    branch: 'shop',
    message: 'Add',
  });

  const { entries, next } = await list(owner);
  expect(next).toBeNull();
  expect(entries.map(({ kind, subjectId, details }) => [kind, subjectId, details])).toEqual([
    ['push_asked', workspaceId, { remote: 'https://127.0.0.1:9/charts', branch: 'shop', revisionNumber: 2 }],
    ['grant_revoked', grantId, { tool: 'textEditor' }],
    ['token_revoked', token.id, {}],
    ['workspace_settings_changed', workspaceId, { autoAccept: false }],
    ['token_created', token.id, { name: 'curl', scopes: ['read', 'change_settings'] }],
    ['workspace_settings_changed', workspaceId, { autoAccept: true }],
    ['changes_rejected', workspaceId, { paths: 'all' }],
    ['workspace_rolled_back', workspaceId, { revisionNumber: 2, to: 0 }],
    ['changes_accepted', workspaceId, { revisionNumber: 1 }],
    ['run_asked', runId, { conversationId, model: 'demo:shipmate-demo', origin: 'chat' }],
  ]);
  const byToken = entries.find(({ via }) => via === 'extension_token');
  expect(byToken).toMatchObject({ kind: 'workspace_settings_changed', requestId: 'my-request' });
  const { user } = owner.tenant;
  for (const { at, userId, userName, remoteAddress, requestId } of entries) {
    expect([userId, userName]).toEqual([user.id, user.name]);
    expect(remoteAddress).toMatch(/127\.0\.0\.1$/);
    expect(requestId).toMatch(/^[\w.:-]+$/);
    expect(Date.parse(at)).toBeGreaterThan(0);
  }
  expect(JSON.stringify(entries)).not.toContain('secret');

  const colleague = await signInColleague(web, owner);
  for (const path of ['/api/audit', '/api/audit/export']) {
    expect(await readError(await colleague.fetch(path))).toEqual([404, 'NOT_FOUND']);
  }
  expect(await list(await web.signIn())).toEqual({ entries: [], next: null });
});

it('the audit log is read by page, kind and user, and rejects unknown filters', async () => {
  await using web = await startWeb();
  const owner = await web.signIn();
  const { workspaceId } = await read<CreateWorkspaceResponse>(await owner.post('/api/workspaces', {}));
  const colleague = await signInColleague(web, owner);
  const change = (browser: TestBrowser) =>
    browser.send('PATCH', `/api/workspaces/${workspaceId}/settings`, { autoAccept: true });
  for (const browser of [owner, colleague, owner]) await change(browser);
  await colleague.post('/api/tokens', { name: 'curl', expiresInDays: 1 });

  const newest = await list(owner, '?limit=3');
  expect(newest.entries).toHaveLength(3);
  const oldest = await list(owner, `?limit=3&before=${newest.next}`);
  expect([oldest.entries.length, oldest.next]).toEqual([1, null]);
  expect((await list(owner, '?kind=token_created')).entries).toMatchObject([{ details: { name: 'curl' } }]);
  const byColleague = await list(owner, `?user=${colleague.tenant.principal.userId}`);
  expect(byColleague.entries.map(({ kind }) => kind)).toEqual(['token_created', 'workspace_settings_changed']);
  for (const query of ['?kind=nothing', '?limit=0']) {
    expect(await readError(await owner.fetch(`/api/audit${query}`))).toEqual([400, 'VALIDATION_ERROR']);
  }
});

it('the audit log is exported completely, as lines and as a table', async () => {
  await using web = await startWeb();
  const owner = await web.signIn();
  const { audit } = web.unitOfWork.stores;
  const count = 501;
  for (let number = 1; number <= count; number += 1) {
    await audit.append(owner.tenant.principal, { kind: 'push_done', subjectId: null, details: { number } });
  }
  const lines = await owner.fetch('/api/audit/export');
  expect(lines.headers.get('content-disposition')).toBe('attachment; filename="audit.ndjson"');
  const numbers = (await lines.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).details.number);
  expect(numbers).toEqual(Array.from({ length: count }, (_, index) => count - index));
  const table = await owner.fetch('/api/audit/export?format=csv&kind=push_done');
  expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect((await table.text()).trimEnd().split('\r\n')).toHaveLength(count + 1);
});

it('the audit log marks automatic actions of a run', async () => {
  await using web = await startWeb();
  const owner = await web.signIn();
  const { workspaceId } = await read<CreateWorkspaceResponse>(await owner.post('/api/workspaces', {}));
  await owner.send('PATCH', `/api/workspaces/${workspaceId}/settings`, { autoAccept: true });
  const message = { role: 'user', parts: [{ type: 'text', text: 'Set replicaCount to 3.' }] };
  const answer = await owner.post('/api/chat', { id: newId(), workspaceId, messages: [message] });
  await answer.text();
  const revisions = await read<RevisionListResponse>(await owner.fetch(`/api/workspaces/${workspaceId}/revisions`));
  expect(revisions.revisions).toHaveLength(2);
  const { entries } = await list(owner, '?kind=changes_accepted');
  expect(entries).toMatchObject([
    { via: 'job', requestId: null, remoteAddress: null, details: { byItself: true, revisionNumber: 1 } },
  ]);
});
