import { AppError } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import type { UnitOfWork } from '@shipmate/domain';
import { expect, it } from 'vitest';
import { createAgentFixture, type AgentFixture } from './agent-fixture.ts';

it('a run stores each event once when the database is unavailable for a moment', async () => {
  await using fixture = await createAgentFixture();
  const { run, log } = await answerWith(fixture, failing(fixture.unitOfWork, { appends: 2 }));
  expect(types(log)).toEqual(['run_started', 'turn_started', 'content', 'turn_ended', 'run_ended']);
  expect(log.at(-1)).toMatchObject({ status: 'completed' });
  expect(await status(fixture, run.id)).toBe('completed');
});

it('a run stores no event twice when the response of the database is lost', async () => {
  await using fixture = await createAgentFixture();
  const { log } = await answerWith(fixture, failing(fixture.unitOfWork, { appends: 2, storesAllTheSame: true }));
  expect(types(log)).toEqual(['run_started', 'turn_started', 'content', 'turn_ended', 'run_ended']);
});

it('a run is released when its log cannot be written during its lease, and another executor resumes it', async () => {
  await using fixture = await createAgentFixture();
  using model = new ScriptedModel([{ text: 'Lost.' }, { text: 'Done.' }]);
  const broken = { unitOfWork: failing(fixture.unitOfWork, { appends: Infinity }), leaseSeconds: 0.5 };
  const { run } = await fixture.createExecutor(model, broken).start(fixture.principal, fixture.question('go'));
  const healthy = fixture.createExecutor(model);
  const takenOver = () => healthy.takeOver().then((execution) => execution !== undefined);
  await expect.poll(takenOver).toBe(true);
  const log = (await fixture.events(run.id)).map(({ event }) => event);
  expect(types(log)).toEqual(['run_started', 'turn_started', 'content', 'turn_ended', 'run_ended']);
  expect(log.at(-1)).toMatchObject({ status: 'completed' });
});

it('an executor abandons a database that never responds once the lease has expired', async () => {
  await using fixture = await createAgentFixture();
  using model = new ScriptedModel([{ text: 'Lost.' }]);
  const { stores, ...rest } = fixture.unitOfWork;
  const never = () => new Promise<never>(() => undefined);
  const runs = { ...stores.runs, appendEvents: never, renew: never };
  const executor = fixture.createExecutor(model, {
    unitOfWork: { ...rest, stores: { ...stores, runs } },
    leaseSeconds: 0.5,
  });
  const { run } = await executor.start(fixture.principal, fixture.question('go'));
  await expect.poll(() => model.requests.length).toBe(1);
  await executor.close();
  expect(await status(fixture, run.id)).toBe('running');
});

it('a run ends when its end could not be stored at first', async () => {
  await using fixture = await createAgentFixture();
  const { run, log } = await answerWith(fixture, failing(fixture.unitOfWork, { transactions: 2 }));
  expect(log.at(-1)).toMatchObject({ type: 'run_ended', status: 'completed' });
  expect(await status(fixture, run.id)).toBe('completed');
});

async function answerWith(fixture: AgentFixture, unitOfWork: UnitOfWork, until: Promise<unknown> = Promise.resolve()) {
  using model = new ScriptedModel([{ text: 'Done.', until }]);
  const executor = fixture.createExecutor(model, { unitOfWork });
  const { run } = await executor.start(fixture.principal, fixture.question('go'));
  return { run, log: (await fixture.events(run.id)).map(({ event }) => event) };
}

function types(log: readonly { readonly type: string }[]): readonly string[] {
  return log.map(({ type }) => type);
}

async function status({ unitOfWork, principal }: AgentFixture, runId: string): Promise<string> {
  return (await unitOfWork.stores.runs.get(principal, runId)).status;
}

/** A database with a number of failing appends to the log, or failing transactions after the first. */
function failing(
  unitOfWork: UnitOfWork,
  {
    appends = 0,
    transactions = 0,
    storesAllTheSame = false,
  }: {
    readonly appends?: number;
    readonly transactions?: number;
    readonly storesAllTheSame?: boolean;
  },
): UnitOfWork {
  const { stores } = unitOfWork;
  let appendsLeft = appends;
  let transactionsLeft = transactions;
  let hasBegun = false;
  const failure = () => new AppError({ code: 'DATABASE_ERROR', message: 'The database is away.' });
  return {
    stores: {
      ...stores,
      runs: {
        ...stores.runs,
        async appendEvents(writer, events) {
          if (appendsLeft-- <= 0) return stores.runs.appendEvents(writer, events);
          if (storesAllTheSame) await stores.runs.appendEvents(writer, events);
          throw failure();
        },
      },
    },
    async transaction(work) {
      if (hasBegun && transactionsLeft-- > 0) throw failure();
      hasBegun = true;
      return unitOfWork.transaction(work);
    },
  };
}
