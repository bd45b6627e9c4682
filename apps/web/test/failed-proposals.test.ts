import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRunExecutor, createRunLog } from '@shipmate/agents';
import { addFlows } from '@shipmate/agents/tools';
import { silentLogger } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { createTestDatabase } from '@shipmate/db/testing';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import type { ConversationResponse } from '@shipmate/protocol/web/chat';
import type { ProposalListResponse, StartedRunResponse } from '@shipmate/protocol/web/proposals';
import type { RunListResponse, RunTrace } from '@shipmate/protocol/web/runs';
import { openTestTools } from '@shipmate/tools/testing';
import { expect, it } from 'vitest';
import { read } from './read-json.ts';
import { startWeb } from './start-web.ts';

it('a proposal whose flow failed is a failed run with the reason and the next step', async () => {
  await using database = await createTestDatabase('pglite');
  const { unitOfWork, notifications } = database;
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-programs-'));
  const model = new ScriptedModel([{ times: Infinity, text: 'No proposal exists.' }], 'demo:shipmate-demo');
  const models = { get: () => model };
  const { registry, ports } = openTestTools(createToolStorage(unitOfWork), {
    environment: { PLATFORM_COMMANDS: folder, PATH: '/usr/bin:/bin' },
  });
  const tools = addFlows(registry, { unitOfWork, models, ...ports });
  await using web = await startWeb({ database, model, tools });
  const browser = await web.signIn();
  const runLog = createRunLog({ unitOfWork, notifications });
  const approvalSecret = await unitOfWork.stores.secrets.getOrCreate('approvals');
  const shared = { unitOfWork, notifications, runLog, models, tools, approvalSecret, logger: silentLogger };
  const worker = createRunExecutor(shared);

  const response = await browser.post('/api/proposals', { flow: 'build-platform', intent: 'A cache' });
  expect(response.status).toBe(202);
  const { runId, conversationId } = await read<StartedRunResponse>(response);
  await (await worker.takeOver())?.finished;

  const { run, error, steps } = await read<RunTrace>(await browser.fetch(`/api/runs/${runId}`));
  expect(run.status).toBe('failed');
  expect(error).toEqual({
    code: 'EXTERNAL_API_ERROR',
    message:
      '"build-platform" failed: The model gave no answer of the asked-for shape. ' +
      'Check the calls in the conversation, then send the request again.',
  });
  expect(steps.at(-1)?.text).toBe('No proposal exists.');
  const { runs } = await read<RunListResponse>(await browser.fetch('/api/runs?status=failed'));
  expect(runs.map(({ id }) => id)).toEqual([runId]);
  const path = `/api/conversations/${conversationId}/messages`;
  const { messages } = await read<ConversationResponse>(await browser.fetch(path));
  expect(messages.at(-1)?.metadata?.cutShort).toMatchObject({ by: 'error', message: error?.message });
  expect((await read<ProposalListResponse>(await browser.fetch('/api/proposals'))).proposals).toEqual([]);

  await worker.close();
  runLog.close();
  await rm(folder, { recursive: true });
});
