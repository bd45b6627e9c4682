import { silentLogger, ToolRegistry } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { createDatabase } from '@shipmate/db';
import { createTestDatabase, createTestTenant, startTestPostgres, type TestPostgres } from '@shipmate/db/testing';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { isEnded } from '@shipmate/domain/run';
import { startRule } from '@shipmate/domain/use-cases';
import { type RuleDefinition, toDefinition, workflowPayloadSchema } from '@shipmate/domain/workflow';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createRunExecutor, createRunLog } from '../src/index.ts';
import { crashAtEveryWrite, type Kill, toKillable } from './killable-database.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(() => postgres.stop());

const unused = () => Promise.reject(new Error('Not used.'));

async function setUp(engine: 'pglite' | 'postgres') {
  const database =
    engine === 'pglite'
      ? await createTestDatabase('pglite')
      : await createDatabase({ databaseUrl: await postgres.url() }, { logger: silentLogger });
  onTestFinished(() => database.close());
  if (engine === 'postgres') {
    await database.migrate();
    await database.start();
  }
  const { unitOfWork, notifications } = database;
  const { principal } = await createTestTenant(unitOfWork);
  const { rules, ruleExecutions, runs } = unitOfWork.stores;
  const createProcess = (own: UnitOfWork) =>
    createRunExecutor({
      unitOfWork: own,
      notifications,
      runLog: createRunLog({ unitOfWork: own, notifications }),
      models: { get: () => new ScriptedModel([{ text: 'Order 20 bolts.' }]) },
      tools: new ToolRegistry(),
      rules: {
        mail: { send: unused, close: async () => undefined },
        webhooks: { request: unused, requireAllowed: () => undefined, close: async () => undefined },
      },
      approvalSecret: 'a secret of the tests',
      logger: silentLogger,
      leaseSeconds: 3_600,
    });
  const executor = createProcess(unitOfWork);
  const payload = workflowPayloadSchema.parse({
    name: 'Ask an agent',
    entity: 'core.tasks',
    trigger_type: 'manual',
    actions: [
      {
        name: 'Agent',
        action_type: 'run_agent',
        action_config: { context_type: 'plain', prompt: 'How many {{title}} do we need?' },
      },
      {
        name: 'Task',
        action_type: 'create_entity',
        action_config: { target_entity: 'core.tasks', fields: { title: '{{Agent.answer}}' } },
        after: 'Agent:success',
      },
    ],
  });
  const definition: RuleDefinition = toDefinition(payload, {
    entities: await unitOfWork.stores.entityRows.listEntities(principal),
    createId: newId,
  }).definition;
  const { id: ruleId } = await rules.create(principal, { id: newId(), definition });
  const start = () =>
    unitOfWork.transaction((stores) => startRule(stores, principal, { ruleId, values: { title: 'bolts' } }));
  const take = async (id: string) => (await executor.resume(id))?.finished;
  const get = (id: string) => ruleExecutions.get(principal, id);
  /** Executes an execution until it waits for its agent, and returns the agent's run. */
  async function begin() {
    const id = await start();
    await take(id);
    const execution = await get(id);
    expect(execution).toMatchObject({ status: 'waiting', steps: [{ actionName: 'Agent', status: 'waiting' }] });
    return { id, childId: execution.steps[0]?.childRunId ?? '' };
  }
  /** Executes an execution and its agent until both have ended, or the process dies; returns its number of writes. */
  async function live(id: string, kill?: Kill): Promise<number> {
    const killable = toKillable(unitOfWork, kill);
    const process = createProcess(killable.unitOfWork);
    async function work() {
      for (let execution = await get(id); !isEnded(execution.status); execution = await get(id)) {
        const resumed = await process.resume(execution.steps[0]?.childRunId ?? id);
        await resumed?.finished;
        await (await process.resume(id))?.finished;
      }
    }
    await Promise.race([work(), killable.died]);
    await killable.expireLeases();
    return killable.writes();
  }
  return { unitOfWork, principal, runs, start, begin, take, get, live };
}

describe.each(['pglite', 'postgres'] as const)('on %s', (engine) => {
  it('run_agent waits for the answer of an agent without a process, and later actions use it', async () => {
    const { unitOfWork, principal, runs, begin, take, get } = await setUp(engine);
    const { id, childId } = await begin();
    expect(await take(id)).toBeUndefined();
    expect(await runs.get(principal, childId)).toMatchObject({ kind: 'answer', origin: 'job', status: 'queued' });
    await take(childId);
    expect(await get(id)).toMatchObject({ status: 'queued' });
    await take(id);
    const execution = await get(id);
    expect(execution).toMatchObject({ status: 'completed' });
    expect(execution.steps).toMatchObject([
      { port: 'success', output: { run_id: childId, status: 'completed', answer: 'Order 20 bolts.' } },
      { port: 'success', output: { title: 'Order 20 bolts.' } },
    ]);
    const asked = await unitOfWork.stores.audit.list(principal, { kind: 'run_asked', limit: 5 });
    expect(asked).toMatchObject([{ subjectId: childId, userId: principal.userId }]);
  });

  it('run_agent ends at its port "failure" when the run of the agent is stopped', async () => {
    const { principal, runs, begin, take, get } = await setUp(engine);
    const { id, childId } = await begin();
    await runs.requestStop(principal, childId);
    await take(childId);
    await take(id);
    expect(await get(id)).toMatchObject({
      status: 'failed',
      steps: [{ port: 'failure', output: { status: 'cancelled', answer: '' } }],
    });
  });

  it('run_agent asks its agent once when its process dies at any write, before or after it is stored', async () => {
    const { unitOfWork, principal, start, live, get } = await setUp(engine);
    const { audit, entityRows } = unitOfWork.stores;
    let ended = 0;
    async function createScene() {
      const id = await start();
      return {
        live: (kill?: Kill) => live(id, kill),
        async expectDoneOnce() {
          ended += 1;
          expect(await get(id)).toMatchObject({
            status: 'completed',
            steps: [{ output: { answer: 'Order 20 bolts.' } }, { output: { title: 'Order 20 bolts.' } }],
          });
          const asked = await audit.list(principal, { kind: 'run_asked', limit: 100 });
          expect(new Set(asked.map(({ subjectId }) => subjectId)).size).toBe(ended);
          expect(asked).toHaveLength(ended);
          expect(await entityRows.query(principal, 'core.tasks', { offset: 0, limit: 1 })).toMatchObject({
            total: ended,
          });
        },
      };
    }
    await expect(crashAtEveryWrite(createScene, 8)).resolves.toBeUndefined();
  });

  it('the agent of an execution is stopped with it', async () => {
    const { principal, runs, begin, take, get } = await setUp(engine);
    const { id, childId } = await begin();
    await runs.requestStop(principal, id);
    await take(id);
    expect(await get(id)).toMatchObject({ status: 'cancelled' });
    expect((await runs.get(principal, childId)).stopRequestedAt).not.toBeNull();
  });
});
