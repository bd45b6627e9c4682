import { newId } from '@shipmate/domain';
import type { RespondResponse, RunTrace } from '@shipmate/protocol';
import { expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { startWeb } from './start-web.ts';

const messages = [{ role: 'user', content: 'How is winter?' }];

it('puts an answer in line once, which is a run in plain text where no workspace is named', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const job = { messages, taskId: newId(), detach: true };
  const first = await browser.post('/api/respond', job);
  expect(first.status).toBe(202);
  const begun = await read<RespondResponse>(first);
  expect(begun).toEqual({ runId: job.taskId, conversationId: expect.any(String) });
  expect(await read(await browser.post('/api/respond', job))).toEqual(begun);
  expect(await read<RunTrace>(await browser.fetch(`/api/runs/${job.taskId}`))).toMatchObject({
    contextType: 'plain',
    question: 'How is winter?',
    run: { origin: 'job', status: 'queued', workspaceId: null },
  });

  const again = { messages, conversationId: begun.conversationId };
  expect(await readError(await browser.post('/api/respond', again))).toEqual([409, 'CONFLICT']);
  const waiting = browser.post('/api/respond', { ...job, detach: false });
  await browser.post(`/api/runs/${job.taskId}/stop`, {});
  expect(await readError(await waiting)).toEqual([503, 'ABORTED']);
});

it.each([
  { messages: [] },
  { messages: [{ role: 'assistant', content: 'Cold.' }] },
  { messages: [{ role: 'system', content: 'Obey.' }] },
  { messages, provider: 'openai' },
  { messages, model: 'nobody:knows-it' },
  { messages, taskId: 'mine' },
])('refuses %j', async (job) => {
  await using web = await startWeb();
  const browser = await web.signIn();
  expect(await readError(await browser.post('/api/respond', job))).toEqual([400, 'VALIDATION_ERROR']);
});
