import type { ConversationResponse } from '@shipmate/protocol/web/chat';
import type { CreateWorkspaceResponse, WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { expect, it } from 'vitest';
import { read } from './read-json.ts';
import { startWeb, type TestBrowser } from './start-web.ts';

const prompt = 'add redis as a dependency and set 3 replicas';

async function createFromPrompt(browser: TestBrowser) {
  const response = await browser.post('/api/workspaces', { prompt });
  expect(response.status).toBe(201);
  const { workspaceId, conversationId, runId } = await read<CreateWorkspaceResponse>(response);
  const stream = await browser.fetch(`/api/chat/${conversationId}/stream`);
  return { workspaceId, conversationId, runId, streamed: await stream.text() };
}

async function show(browser: TestBrowser, workspaceId: string): Promise<WorkspaceResponse> {
  return read(await browser.fetch(`/api/workspaces/${workspaceId}`));
}

const pendingPaths = ({ files }: WorkspaceResponse) => files.filter((file) => file.pendingOp).map(({ path }) => path);

it('POST /api/workspaces turns a prompt into pending changes, which acceptance makes revision 1', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { workspaceId, conversationId, runId, streamed } = await createFromPrompt(browser);
  expect(streamed).toContain(`"messageId":"${runId}"`);
  expect(streamed).toMatch(/data: \[DONE\]\n\n$/);

  const conversation = await read<ConversationResponse>(
    await browser.fetch(`/api/conversations/${conversationId}/messages`),
  );
  expect(conversation.activeRunId).toBeNull();
  expect(conversation.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  expect(conversation.messages[0]?.parts).toEqual([{ type: 'text', text: prompt, state: 'done' }]);
  expect(conversation.messages[1]?.id).toBe(runId);

  const pending = await show(browser, workspaceId);
  expect(pending.workspace).toMatchObject({ name: prompt, currentRevisionNumber: 0, pendingCount: 2 });
  expect(pending.conversation?.id).toBe(conversationId);
  expect(pendingPaths(pending)).toEqual(['Chart.yaml', 'values.yaml']);
  for (const file of pending.files.filter(({ pendingOp }) => pendingOp)) expect(file.additions).toBeGreaterThan(0);

  const accepted = await browser.post(`/api/workspaces/${workspaceId}/changes/accept`, { revisionNumber: 0 });
  expect(accepted.status).toBe(200);
  const after = await read<WorkspaceResponse>(accepted);
  expect(after).toEqual(await show(browser, workspaceId));
  expect(after.workspace).toMatchObject({ currentRevisionNumber: 1, pendingCount: 0 });
  expect(after.revisions.map(({ revisionNumber }) => revisionNumber)).toEqual([1, 0]);
  expect(after.files.find(({ path }) => path === 'Chart.yaml')?.content).toContain('- name: redis');
  expect(after.files.find(({ path }) => path === 'values.yaml')?.content).toMatch(/replicaCount: 3/);

  const late = await browser.post(`/api/workspaces/${workspaceId}/changes/reject`, { revisionNumber: 0 });
  expect([late.status, await late.json()]).toMatchObject([409, { code: 'CONFLICT' }]);
});

it('the change routes accept one file and reject another', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { workspaceId } = await createFromPrompt(browser);
  const changes = `/api/workspaces/${workspaceId}/changes`;
  const accepted = await browser.post(`${changes}/accept`, { revisionNumber: 0, paths: ['values.yaml'] });
  expect(pendingPaths(await read<WorkspaceResponse>(accepted))).toEqual(['Chart.yaml']);
  const rejected = await browser.post(`${changes}/reject`, { revisionNumber: 1, paths: ['Chart.yaml'] });
  const after = await read<WorkspaceResponse>(rejected);
  expect(pendingPaths(after)).toEqual([]);
  expect(after.workspace.currentRevisionNumber).toBe(1);
  expect(after.files.find(({ path }) => path === 'Chart.yaml')?.content).not.toContain('- name: redis');
});

it('POST /api/workspaces creates a workspace without a prompt, listed first', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const ids: string[] = [];
  for (const template of ['starter', 'sample']) {
    const created = await read<CreateWorkspaceResponse>(await browser.post('/api/workspaces', { template }));
    expect(created).toEqual({ workspaceId: expect.any(String), conversationId: null, runId: null });
    ids.unshift(created.workspaceId);
  }
  const list = await read<{ workspaces: { id: string }[] }>(await browser.fetch('/api/workspaces'));
  expect(list.workspaces.map(({ id }) => id)).toEqual(ids);
  const detail = await show(browser, ids[0] ?? '');
  expect(detail.conversation).toBeNull();
  expect(detail.files.map(({ path }) => path)).toContain('Chart.yaml');
});
