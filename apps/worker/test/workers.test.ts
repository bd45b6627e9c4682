import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createResponseGenerator, createRunLog } from '@shipmate/agents';
import { silentLogger } from '@shipmate/core';
import { createDatabase } from '@shipmate/db';
import { createTestTenant, startTestPostgres, type TestPostgres } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import type { RunEvent } from '@shipmate/domain/run';
import { beginRemediation } from '@shipmate/domain/use-cases';
import { createCluster } from '@shipmate/kube-sim';
import {
  openaiChatCompletions,
  startScriptedServer,
  type ScriptedServer,
  type ScriptedTurn,
} from '@shipmate/providers/testing';
import { afterAll, beforeAll, expect, it, onTestFailed, onTestFinished } from 'vitest';

/** Node's compile cache, which nearly halves the start of a process. */
const compileCache = join(tmpdir(), 'shipmate-compile-cache');

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const model = 'openai-compatible:test';
const past = new Date('2026-01-01T08:30:00Z');

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(() => postgres.stop());

/** Sets up a database with one tenant, a model over HTTP, and worker processes on both. */
async function setUp(...turns: readonly ScriptedTurn[]) {
  const databaseUrl = await postgres.url();
  const database = await createDatabase({ databaseUrl }, { logger: silentLogger });
  onTestFinished(() => database.close());
  await database.migrate();
  await database.start();
  const { unitOfWork, notifications } = database;
  const { principal } = await createTestTenant(unitOfWork);
  const server = await startScriptedServer(openaiChatCompletions, ...turns);
  onTestFinished(() => server.close());
  const runLog = createRunLog({ unitOfWork, notifications });
  const generator = createResponseGenerator({ unitOfWork, runLog, models: { get: () => ({ id: model }) }, principal });

  function startWorker(variables: Record<string, string> = {}) {
    const worker = spawn(process.execPath, ['--conditions=@shipmate/source', main], {
      env: {
        NODE_COMPILE_CACHE: compileCache,
        DATABASE_URL: databaseUrl,
        PORT: '0',
        OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`,
        OPENAI_COMPATIBLE_MODEL: 'test',
        ...variables,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const log: string[] = [];
    worker.stdout.setEncoding('utf8').on('data', (text: string) => log.push(text));
    onTestFailed(() => void process.stderr.write(log.join('')));
    onTestFinished(() => void worker.kill('SIGKILL'));
    return { leave: () => worker.kill('SIGTERM'), exited: once(worker, 'exit') };
  }

  return { database, unitOfWork, principal, server, runLog, generator, startWorker };
}

type Scene = Awaited<ReturnType<typeof setUp>>;

const ask = (content: string) => ({ taskId: newId(), messages: [{ role: 'user', content } as const] });

/** Returns the number of model requests with this question as the only one. */
function timesAsked({ requests }: ScriptedServer, question: string): number {
  return requests.filter(({ body }) => JSON.stringify(body).includes(`"content":"${question}"`)).length;
}

async function eventsOf({ runLog }: Scene, runId: string): Promise<readonly RunEvent['type'][]> {
  const types: RunEvent['type'][] = [];
  for await (const { event } of runLog.tail(runId, { signal: AbortSignal.timeout(120_000) })) types.push(event.type);
  return types;
}

async function untilItSpeaks({ runLog }: Scene, runId: string): Promise<void> {
  for await (const { event } of runLog.tail(runId, { signal: AbortSignal.timeout(120_000) })) {
    if (event.type === 'content') return;
  }
}

it('two workers share the queued runs and execute none twice', async () => {
  const gate = Promise.withResolvers<void>();
  const scene = await setUp({ text: 'Done.', times: Infinity, after: gate.promise });
  const { database, unitOfWork, principal, server, generator, startWorker } = scene;
  for (let count = 0; count < 2; count += 1) startWorker({ WORKER_CONCURRENCY: '1' });
  const questions = Array.from({ length: 6 }, (_, index) => `Question ${index}?`);
  const jobs = await Promise.all(
    questions.map(async (question) => {
      const job = { ...ask(question), conversationId: newId() };
      await Promise.all([generator.enqueue(job), generator.enqueue(job)]);
      return job;
    }),
  );
  // Each worker executes one run at a time, so the second request comes from the other worker.
  await expect.poll(() => server.requests.length, { timeout: 100_000 }).toBe(2);

  const schedules = await Promise.all(
    ['Morning?', 'Evening?'].map((prompt) =>
      unitOfWork.stores.schedules.create(principal, {
        id: newId(),
        settings: {
          name: prompt,
          cron: '30 8 * * *',
          timeZone: 'Europe/Berlin',
          prompt,
          workspaceId: null,
          model,
          enabled: true,
        },
        nextRunAt: past,
      }),
    ),
  );
  await database.jobs.enqueue('run_schedules', {});
  gate.resolve();
  for (const job of jobs) expect(await generator.generateResponse(job)).toBe('Done.');
  const lastRunIds = () =>
    Promise.all(schedules.map(async ({ id }) => (await unitOfWork.stores.schedules.get(principal, id)).lastRunId));
  await expect.poll(lastRunIds, { timeout: 100_000 }).not.toContain(null);
  for (const runId of await lastRunIds()) {
    expect((await eventsOf(scene, runId ?? '')).at(-1)).toBe('run_ended');
  }
  const asked = [...questions, 'Morning?', 'Evening?'].map((question) => timesAsked(server, question));
  expect(asked).toEqual(asked.map(() => 1));
  expect(await database.jobs.listDeadJobs()).toEqual([]);
}, 300_000);

it('a draining worker completes runs that are nearly finished', async () => {
  const gate = Promise.withResolvers<void>();
  const scene = await setUp({ text: 'Done.', times: Infinity, after: gate.promise });
  const worker = scene.startWorker();
  const job = ask('How long?');
  const answer = scene.generator.generateResponse(job);
  await expect.poll(() => scene.server.requests.length, { timeout: 100_000 }).toBe(1);
  worker.leave();
  gate.resolve();
  expect(await answer).toBe('Done.');
  expect(await worker.exited).toEqual([0, null]);
  expect(await eventsOf(scene, job.taskId)).not.toContain('turn_restarted');
}, 300_000);

it('a draining worker releases longer runs, which others resume, and takes no new ones', async () => {
  const scene = await setUp({ text: 'Once upon', ending: 'held' }, { text: 'Done.', times: Infinity });
  const leaving = scene.startWorker();
  const job = ask('How long?');
  const answer = scene.generator.generateResponse(job);
  await expect.poll(() => scene.server.requests.length, { timeout: 100_000 }).toBe(1);
  await untilItSpeaks(scene, job.taskId);
  leaving.leave();
  await scene.server.abandoned();
  expect(await leaving.exited).toEqual([0, null]);
  const { runs } = scene.unitOfWork.stores;
  expect(await runs.get(scene.principal, job.taskId)).toMatchObject({ status: 'queued' });
  const next = scene.startWorker();
  expect(await answer).toBe('Done.');
  const events = await eventsOf(scene, job.taskId);
  expect(events.filter((type) => type === 'turn_restarted' || type === 'run_ended')).toEqual([
    'turn_restarted',
    'run_ended',
  ]);
  next.leave();
  expect(await next.exited).toEqual([0, null]);
}, 300_000);

it('a worker resumes a remediation that another worker released', async () => {
  const cluster = await createCluster();
  onTestFinished(() => cluster.close());
  cluster.objects.apply({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'default' },
    spec: { containers: [{ name: 'web', image: 'web:1' }] },
  });
  const folder = await mkdtemp(join(tmpdir(), 'kubeconfig-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const KUBECONFIG = join(folder, 'config');
  await writeFile(KUBECONFIG, cluster.kubeconfig());
  const look = { toolCalls: [{ id: 'k1', name: 'kubectl_get', input: { resource: 'pods' } }] };
  const answer = {
    issueStatus: 'non_existent',
    rootCause: 'Nothing is wrong.',
    confidence: 1,
    factors: [],
    evidence: ['c1'],
    affected: [],
    remediation: { summary: 'All pods run.', actions: [] },
    validation: 'They run.',
  };
  const finish = { toolCalls: [{ id: 'k2', name: 'submit_answer', input: answer }] };
  const scene = await setUp(look, { text: 'Let me', ending: 'held' }, look, finish);
  const { unitOfWork, principal, server } = scene;
  const request = { id: newId(), issue: 'web is down', mode: 'manual', maxRisk: 'low', context: null, model } as const;
  const { id } = await unitOfWork.transaction((stores) => beginRemediation(stores, principal, request));

  const leaving = scene.startWorker({ KUBECONFIG });
  await expect.poll(() => server.requests.length, { timeout: 100_000 }).toBe(2);
  leaving.leave();
  expect(await leaving.exited).toEqual([0, null]);
  const read = () => unitOfWork.stores.remediations.get(principal, id);
  const firstCalls = [{ tool: 'find_problems' }, { tool: 'kubectl_get' }];
  expect(await read()).toMatchObject({ status: 'investigating', calls: firstCalls });

  const next = scene.startWorker({ KUBECONFIG });
  await expect.poll(async () => (await read()).status, { timeout: 100_000 }).toBe('nothing_to_do');
  expect(await read()).toMatchObject({ calls: [...firstCalls, ...firstCalls], reason: 'All pods run.' });
  next.leave();
  expect(await next.exited).toEqual([0, null]);
}, 300_000);
