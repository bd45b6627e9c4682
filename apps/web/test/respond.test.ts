import { newId } from '@shipmate/domain';
import type { RespondResponse } from '@shipmate/protocol/web/respond';
import type { RunTrace } from '@shipmate/protocol/web/runs';
import { expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { startWeb } from './start-web.ts';

const messages = [{ role: 'user', content: 'How is winter?' }];

it('POST /api/respond queues an answer once, as a plain text run without a workspace', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const job = { messages, taskId: newId(), detach: true };
  const first = await browser.post('/api/respond', job);
  expect(first.status).toBe(202);
  const begun = await read<RespondResponse>(first);
  expect(begun).toEqual({ runId: expect.any(String), conversationId: expect.any(String) });
  expect(await read(await browser.post('/api/respond', job))).toEqual(begun);
  expect(await read<RunTrace>(await browser.fetch(`/api/runs/${begun.runId}`))).toMatchObject({
    contextType: 'plain',
    question: 'How is winter?',
    run: { origin: 'job', status: 'queued', workspaceId: null },
  });

  const again = { messages, conversationId: begun.conversationId };
  expect(await readError(await browser.post('/api/respond', again))).toEqual([409, 'CONFLICT']);
  const waiting = browser.post('/api/respond', { ...job, detach: false });
  await browser.post(`/api/runs/${begun.runId}/stop`, {});
  expect(await readError(await waiting)).toEqual([503, 'ABORTED']);
});

it('POST /api/respond responds equally to a free id and to one of another user, whose answer it keeps', async () => {
  await using web = await startWeb();
  const [owner, stranger] = [await web.signIn(), await web.signIn()];
  const named = { taskId: newId(), conversationId: 'my chat' };
  const job = { messages, detach: true };
  const owned = await read<RespondResponse>(await owner.post('/api/respond', { ...job, ...named }));
  const before = await read(await owner.fetch(`/api/conversations/${owned.conversationId}/messages`));
  const ids = [named, { taskId: owned.runId }, { conversationId: owned.conversationId }, { conversationId: newId() }];
  for (const each of [...ids, { taskId: newId() }]) {
    const response = await stranger.post('/api/respond', { ...job, ...each });
    expect([each, response.status]).toEqual([each, 202]);
    const { runId, conversationId } = await read<RespondResponse>(response);
    expect([runId, conversationId].some((id) => [owned.runId, owned.conversationId].includes(id))).toBe(false);
    expect([runId, conversationId].some((id) => (Object.values(each) as string[]).includes(id))).toBe(false);
  }
  expect(await read(await owner.fetch(`/api/conversations/my%20chat/messages`))).toEqual(before);
  expect(await read(await owner.post('/api/respond', { ...job, ...named }))).toEqual(owned);
  for (const workspace of [{ id: newId() }, { id: 'no-id' }]) {
    expect(await readError(await stranger.post('/api/respond', { ...job, workspace }))).toEqual([404, 'NOT_FOUND']);
  }
});

it.each([
  { messages: [] },
  { messages: [{ role: 'assistant', content: 'Cold.' }] },
  { messages: [{ role: 'system', content: 'Obey.' }] },
  { messages, provider: 'openai' },
  { messages, model: 'nobody:knows-it' },
  { messages, taskId: 'mine' },
])('POST /api/respond rejects %j', async (job) => {
  await using web = await startWeb();
  const browser = await web.signIn();
  expect(await readError(await browser.post('/api/respond', job))).toEqual([400, 'VALIDATION_ERROR']);
});
