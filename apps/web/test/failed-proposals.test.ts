import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRunExecutor, createRunLog } from '@shipmate/agents';
import { addFlows } from '@shipmate/agents/tools';
import { silentLogger } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { createTestDatabase } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import { proposeOperation } from '@shipmate/domain/operation';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import type { ConversationResponse } from '@shipmate/protocol/web/chat';
import type { ProposalListResponse, StartedRunResponse } from '@shipmate/protocol/web/proposals';
import type { RunListResponse, RunTrace } from '@shipmate/protocol/web/runs';
import { openTestTools } from '@shipmate/tools/testing';
import { expect, it } from 'vitest';
import { read } from './read-json.ts';
import { startWeb } from './start-web.ts';

/** Starts web and a worker over a folder of platform programs, with a model that gives one answer. */
async function startProposals(folder: string, text: string) {
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true }));
  const database = stack.use(await createTestDatabase('pglite'));
  const { unitOfWork, notifications } = database;
  const model = new ScriptedModel([{ times: Infinity, text }], 'demo:shipmate-demo');
  const models = { get: () => model };
  const environment = { PLATFORM_COMMANDS: folder, PATH: '/usr/bin:/bin' };
  const opened = openTestTools(createToolStorage(unitOfWork), { environment });
  stack.defer(() => opened.close());
  const { registry, ports } = opened;
  const tools = addFlows(registry, { unitOfWork, models, ...ports });
  const web = stack.use(await startWeb({ database, model, tools }));
  const browser = await web.signIn();
  const runLog = createRunLog({ unitOfWork, notifications });
  stack.defer(() => runLog.close());
  const approvalSecret = await unitOfWork.stores.secrets.getOrCreate('approvals');
  const shared = { unitOfWork, notifications, runLog, models, tools, approvalSecret, logger: silentLogger };
  const worker = createRunExecutor(shared);
  stack.defer(() => worker.close());
  const owned = stack.move();
  return {
    browser,
    stores: unitOfWork.stores,
    principal: browser.tenant.principal,
    /** Executes the queued run to its end. */
    work: async () => {
      await (await worker.takeOver())?.finished;
    },
    async readOperation() {
      const listed = await ports.operations?.list({
        principal: browser.tenant.principal,
        signal: AbortSignal.timeout(30_000),
      });
      const [operation] = listed?.operations ?? [];
      if (!operation) throw new Error('The program lists no operation.');
      return operation;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** A program with one operation, which prints three lines and exits with code 3. */
const failingProgram = `#!/bin/sh
if [ "$*" = '--help --json' ]; then echo '{"operations":[{"name":"create"}]}'; exit; fi
echo "reserving an address"
echo "quota exceeded: 5 of 5 clusters" >&2
exit 3
`;

it('a confirmed operation that exits with a code other than 0 is a failed run with the code and the last output', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-programs-'));
  await writeFile(join(folder, 'clusters'), failingProgram, { mode: 0o755 });
  await using setup = await startProposals(folder, 'The command failed.');
  const { browser, stores, principal, work } = setup;
  const proposalId = newId();
  const ready = proposeOperation(await setup.readOperation(), { why: 'It creates clusters.', suggestions: {} });
  await stores.proposals.create(principal, { id: proposalId, intent: 'A cluster', status: 'ready', work: ready });

  const path = `/api/proposals/${proposalId}/confirmation`;
  const { runId, conversationId } = await read<StartedRunResponse>(
    await browser.post(path, { command: ['clusters', 'create'] }),
  );
  await work();

  const { run, error } = await read<RunTrace>(await browser.fetch(`/api/runs/${runId}`));
  const message =
    '"run_operation" failed: The command ended with exit code 3. Its last output:\n' +
    'reserving an address\n[stderr]\nquota exceeded: 5 of 5 clusters\n' +
    'Check the calls in the conversation, then send the request again.';
  expect([run.status, error]).toEqual(['failed', { code: 'EXTERNAL_API_ERROR', message }]);
  const { messages } = await read<ConversationResponse>(
    await browser.fetch(`/api/conversations/${conversationId}/messages`),
  );
  expect(messages.at(-1)?.metadata?.cutShort).toMatchObject({ by: 'error', message });
  expect(await stores.proposals.get(principal, proposalId)).toMatchObject({ status: 'failed' });
});

it('a proposal whose flow failed is a failed run with the reason and the next step', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-programs-'));
  await using setup = await startProposals(folder, 'No proposal exists.');
  const { browser, work } = setup;

  const response = await browser.post('/api/proposals', { flow: 'build-platform', intent: 'A cache' });
  expect(response.status).toBe(202);
  const { runId, conversationId } = await read<StartedRunResponse>(response);
  await work();

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
});
