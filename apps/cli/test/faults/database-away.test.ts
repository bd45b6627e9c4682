import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from './ask.ts';
import { expectDoneOnce } from './expect-done-once.ts';
import { createFaultWorld, type FaultWorld } from './fault-world.ts';
import { openFaultyLink } from './faulty-link.ts';
import { readAgentChat, openUiStream } from './readers.ts';
import { seeThrough } from './see-through.ts';
import type { FaultProcess } from './start-fault-process.ts';
import { askToWorkLater } from './work.ts';

/** Duration of the database outage. */
const awayMs = 10_000;

let world: FaultWorld;
let front: FaultProcess;
beforeAll(async () => {
  world = await createFaultWorld();
  front = await world.start({ apps: ['web', 'worker'] });
});
afterAll(() => world[Symbol.asyncDispose]());

/** Asks for work whose first turn the model holds back, and opens two readers. */
async function begin(web: FaultProcess) {
  const { person, database } = world;
  const { runs } = database.unitOfWork.stores;
  const { runId } = await ask([web], askToWorkLater, person);
  const { conversationId } = await runs.get(person.principal, runId);
  const typesSoFar = async () =>
    (await runs.listEvents(runId, { after: 0, limit: 1_000 })).map(({ event }) => event.type);
  await expect.poll(typesSoFar).toContain('content');
  const ui = await openUiStream(front.url, conversationId, person);
  const agentChat = readAgentChat([front.url], runId, person);
  return {
    typesSoFar,
    async end(): Promise<void> {
      await seeThrough(world, runId, front);
      await expectDoneOnce(world, runId, { ui: [await ui.text], agentChat: [await agentChat] });
    },
  };
}

const isReady = async ({ url }: FaultProcess): Promise<boolean> => (await fetch(`${url}/readyz`)).ok;

it('runs lose nothing when the database server is down for ten seconds, with a longer or a shorter lease', async () => {
  await using patient = await world.start({ apps: ['web'], leaseSeconds: 60 });
  await using hasty = await world.start({ apps: ['web'], leaseSeconds: 2 });
  const [kept, lost] = [await begin(patient), await begin(hasty)];

  const startAgain = await world.postgres.takeDown();
  for (const process of [patient, hasty, front]) process.letGo();
  await hasty.waitFor(/run given up/);
  expect(await isReady(front)).toBe(false);
  await sleep(awayMs);
  await startAgain();

  await Promise.all([kept.end(), lost.end()]);
  expect(await kept.typesSoFar()).not.toContain('turn_restarted');
  await expect.poll(() => isReady(front)).toBe(true);
});

it('a run repeats no work when its process loses the database connection for longer than its lease', async () => {
  await using link = await openFaultyLink(world.databaseUrl);
  await using parted = await world.start({ apps: ['web'], databaseUrl: link.url, leaseSeconds: 2 });
  const run = await begin(parted);
  link.part();
  parted.letGo();
  await parted.waitFor(/run given up/);
  front.letGo();
  await run.end();
  link.mend();
  parted.kill('SIGTERM');
  expect(await parted.exited).toBe(0);
  await run.end();
});
