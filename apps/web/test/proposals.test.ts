import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRunExecutor, createRunLog } from '@shipmate/agents';
import { addFlows } from '@shipmate/agents/tools';
import { type ModelRequest, silentLogger } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { createTestDatabase } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import { proposeOperation } from '@shipmate/domain/operation';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import type { ProposalListResponse, ProposalView, StartedRunResponse } from '@shipmate/protocol/web/proposals';
import type { RunTrace } from '@shipmate/protocol/web/runs';
import { openTestTools } from '@shipmate/tools/testing';
import { expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { startWeb } from './start-web.ts';

/** Writes a program that creates databases and records its arguments. */
async function writeProgram(folder: string): Promise<void> {
  const parameters = [
    { name: 'name', kind: 'positional', required: true },
    { name: 'size', choices: ['small', 'large'], default: 'small' },
  ];
  const description = JSON.stringify({
    operations: [{ name: 'create', description: 'Makes a database.', parameters }],
  });
  const script = `#!/bin/sh
if [ "$*" = '--help --json' ]; then echo '${description}'; exit; fi
echo "$*" >> '${join(folder, 'calls.txt')}'
echo "making $*"
`;
  await writeFile(join(folder, 'databases'), script, { mode: 0o755 });
}

const isAsked =
  (words: string, spoken: number) =>
  ({ messages }: ModelRequest): boolean =>
    JSON.stringify(messages).includes(words) && messages.filter(({ role }) => role === 'assistant').length === spoken;

/** The flow's model selects the operation; the cluster agent describes the result of each call. */
const createModel = (): ScriptedModel =>
  new ScriptedModel(
    [
      {
        when: isAsked('Request: A large database', 0),
        toolCalls: [
          {
            name: 'submit_answer',
            input: {
              tool: 'databases',
              operation: 'create',
              why: 'It makes databases.',
              suggestions: [{ parameter: 'size', value: 'large' }],
            },
          },
        ],
      },
      { when: isAsked('A large database', 1), times: Infinity, text: 'That is how it stands.' },
    ],
    'demo:shipmate-demo',
  );

it('a proposal goes from an intent over questions and a confirmation to a command that a worker runs once', async () => {
  await using database = await createTestDatabase('pglite');
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-programs-'));
  await writeProgram(folder);
  const { unitOfWork, notifications } = database;
  const models = { get: () => model };
  const model = createModel();
  const environment = { PLATFORM_COMMANDS: folder, PATH: '/usr/bin:/bin' };
  const { registry, ports } = openTestTools(createToolStorage(unitOfWork), { environment });
  const tools = addFlows(registry, { unitOfWork, models, ...ports });
  await using web = await startWeb({ database, model, tools });
  const browser = await web.signIn();

  const runLog = createRunLog({ unitOfWork, notifications });
  const approvalSecret = await unitOfWork.stores.secrets.getOrCreate('approvals');
  const worker = createRunExecutor({
    unitOfWork,
    notifications,
    runLog,
    models,
    tools,
    approvalSecret,
    logger: silentLogger,
  });
  /** Executes the queued run like a worker. */
  const work = async (response: Response): Promise<RunTrace> => {
    expect(response.status).toBe(202);
    const { runId } = await read<StartedRunResponse>(response);
    await (await worker.takeOver())?.finished;
    return read<RunTrace>(await browser.fetch(`/api/runs/${runId}`));
  };

  const intent = 'A large database';
  const proposed = await work(await browser.post('/api/proposals', { flow: 'build-platform', intent }));
  expect(proposed.run).toMatchObject({ status: 'completed' });
  const { proposals } = await read<ProposalListResponse>(await browser.fetch('/api/proposals?flow=build-platform'));
  expect(proposals).toMatchObject([
    {
      intent,
      status: 'asking',
      operation: {
        tool: 'databases',
        command: null,
        questions: [
          { name: 'name', required: true, suggestion: null },
          { name: 'size', choices: ['small', 'large'], default: 'small', suggestion: 'large' },
        ],
      },
      recommendation: null,
    },
  ]);

  const path = `/api/proposals/${proposals[0]?.id}`;
  expect(await readError(await browser.post(`${path}/answers`, {}))).toEqual([400, 'VALIDATION_ERROR']);
  const answered = await read<ProposalView>(await browser.post(`${path}/answers`, { answers: { name: 'orders' } }));
  const command = ['databases', 'create', '--size=large', 'orders'];
  expect(answered).toMatchObject({ status: 'ready', operation: { command } });

  const other = await browser.post(`${path}/confirmation`, { command: [...command, '--now'] });
  expect(await readError(other)).toEqual([409, 'CONFLICT']);
  const twice = [1, 2].map(() => browser.post(`${path}/confirmation`, { command }));
  const [first, second] = await Promise.all(twice);
  const traces = [await work(first as Response), await work(second as Response)];
  const calls = traces.flatMap(({ steps }) => steps.flatMap(({ toolCalls }) => toolCalls));
  expect(calls.map(({ name, status }) => `${name} ${status}`).toSorted()).toEqual([
    'run_operation failed',
    'run_operation finished',
  ]);
  expect(await readFile(join(folder, 'calls.txt'), 'utf8')).toBe('create --size=large orders\n');
  const done = await read<ProposalView>(await browser.fetch(path));
  expect(done).toMatchObject({
    status: 'done',
    operation: { result: { exitCode: 0, output: 'making create --size=large orders' } },
  });
  const answers = { name: 'orders' };
  for (const [late, body] of Object.entries({ confirmation: { command }, withdrawal: {}, answers: { answers } })) {
    const response = await browser.post(`${path}/${late}`, body);
    expect(await readError(response)).toEqual([409, 'CONFLICT']);
  }

  await worker.close();
  runLog.close();
  await rm(folder, { recursive: true });
});

it('a proposal can be withdrawn, and is refused without configuration', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const refused = await browser.post('/api/proposals', { flow: 'build-platform', intent: 'A database' });
  expect(await readError(refused)).toEqual([503, 'UNAVAILABLE']);
  const operation = {
    tool: 'databases',
    operation: 'create',
    description: '',
    words: [],
    endOfFlags: true,
    parameters: [],
  };
  const work = proposeOperation(operation, { why: '', suggestions: {} });
  const proposal = { id: newId(), intent: 'A database', status: 'ready', work } as const;
  await web.unitOfWork.stores.proposals.create(browser.tenant.principal, proposal);
  const path = `/api/proposals/${proposal.id}`;
  for (const _time of ['once', 'again']) {
    expect(await read(await browser.post(`${path}/withdrawal`, {}))).toMatchObject({ status: 'withdrawn' });
  }
  const late = await browser.post(`${path}/confirmation`, { command: ['databases'] });
  expect(await readError(late)).toEqual([409, 'CONFLICT']);
});
