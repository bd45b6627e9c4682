import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requireConversationRun } from '@shipmate/domain/run';
import { ask } from './ask.ts';
import { expectDoneOnce } from './expect-done-once.ts';
import { createFaultSetup, type FaultSetup } from './fault-setup.ts';
import { openFaultyLink } from './faulty-link.ts';
import { readAgentChat, openUiStream } from './readers.ts';
import { decideUntilEnded } from './decide-until-ended.ts';
import type { FaultProcess } from './start-fault-process.ts';
import { askToWorkLater } from './work.ts';

/** Duration of the database outage. */
const outageMs = 10_000;

let setup: FaultSetup;
let other: FaultProcess;
beforeAll(async () => {
  setup = await createFaultSetup();
  other = await setup.start({ apps: ['web', 'worker'] });
});
afterAll(() => setup[Symbol.asyncDispose]());

/** Asks for work whose first turn the model holds back, and opens two readers. */
async function begin(web: FaultProcess) {
  const { person, database } = setup;
  const { runs } = database.unitOfWork.stores;
  const { runId } = await ask([web], askToWorkLater, person);
  const { conversationId } = requireConversationRun(await runs.get(person.principal, runId));
  const typesSoFar = async () =>
    (await runs.listEvents(runId, { after: 0, limit: 1_000 })).map(({ event }) => event.type);
  await expect.poll(typesSoFar).toContain('content');
  const ui = await openUiStream(other.url, conversationId, person);
  const agentChat = readAgentChat([other.url], runId, person);
  return {
    typesSoFar,
    async end(): Promise<void> {
      await decideUntilEnded(setup, runId, other);
      await expectDoneOnce(setup, runId, { ui: [await ui.text], agentChat: [await agentChat] });
    },
  };
}

const isReady = async ({ url }: FaultProcess): Promise<boolean> => (await fetch(`${url}/readyz`)).ok;

it('runs lose nothing when the database server is down for ten seconds, with a longer or a shorter lease', async () => {
  await using patient = await setup.start({ apps: ['web'], leaseSeconds: 60 });
  await using hasty = await setup.start({ apps: ['web'], leaseSeconds: 2 });
  const [kept, lost] = [await begin(patient), await begin(hasty)];

  const restart = await setup.postgres.takeDown();
  for (const process of [patient, hasty, other]) process.releaseModel();
  await hasty.waitFor(/lease lost/);
  expect(await isReady(other)).toBe(false);
  await sleep(outageMs);
  await restart();

  await Promise.all([kept.end(), lost.end()]);
  expect(await kept.typesSoFar()).not.toContain('turn_restarted');
  await expect.poll(() => isReady(other)).toBe(true);
});

it('a run repeats no work when its process loses the database connection for longer than its lease', async () => {
  await using link = await openFaultyLink(setup.databaseUrl);
  await using partitioned = await setup.start({ apps: ['web'], databaseUrl: link.url, leaseSeconds: 2 });
  const run = await begin(partitioned);
  link.block();
  partitioned.releaseModel();
  await partitioned.waitFor(/lease lost/);
  other.releaseModel();
  await run.end();
  link.unblock();
  partitioned.kill('SIGTERM');
  expect(await partitioned.exited).toBe(0);
  await run.end();
});
