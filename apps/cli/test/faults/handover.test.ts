import { requireConversationRun, isEnded } from '@shipmate/domain/run';
import { createAgentChatClient } from '@shipmate/protocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from './ask.ts';
import { enqueue } from './enqueue.ts';
import { expectDoneOnce } from './expect-done-once.ts';
import { createFaultSetup, type FaultSetup } from './fault-setup.ts';
import { readAgentChat, openUiStream } from './readers.ts';
import { decideUntilEnded } from './decide-until-ended.ts';
import { shiftedClock } from './shifted-clock.ts';
import type { FaultProcess } from './start-fault-process.ts';
import { askToWork, askToWorkLater } from './work.ts';

const oneHour = 3_600_000;

let setup: FaultSetup;
let readerWeb: FaultProcess;
beforeAll(async () => {
  setup = await createFaultSetup();
  readerWeb = await setup.start({ apps: ['web'], isRestricted: true });
});
afterAll(() => setup[Symbol.asyncDispose]());

/** Follows a run with two readers to its end, and expects that its work was done once. Returns the types of its events. */
async function follow(runId: string, urls: readonly string[] = [readerWeb.url]): Promise<readonly string[]> {
  const { person, database } = setup;
  const { runs } = database.unitOfWork.stores;
  const { conversationId } = requireConversationRun(await runs.get(person.principal, runId));
  const ui = await openUiStream(readerWeb.url, conversationId, person);
  const reading = Promise.all([ui.text, readAgentChat(urls, runId, person)]);
  await decideUntilEnded(setup, runId, readerWeb);
  const [uiText, agentChat] = await reading;
  await expectDoneOnce(setup, runId, { ui: [uiText], agentChat: [agentChat] });
  return (await runs.listEvents(runId, { after: 0, limit: 1_000 })).map(({ event }) => event.type);
}

async function untilFirstContent(runId: string): Promise<void> {
  const { runs } = setup.database.unitOfWork.stores;
  const types = async () => (await runs.listEvents(runId, { after: 0, limit: 100 })).map(({ event }) => event.type);
  await expect.poll(types).toContain('content');
}

it.each(['web', 'worker'] as const)('a run continues in another process when %s shuts down during it', async (app) => {
  await using stopping = await setup.start({ apps: [app] });
  const { runId } =
    app === 'web' ? await ask([stopping], askToWorkLater, setup.person) : await enqueue(setup, askToWorkLater);
  await untilFirstContent(runId);
  const following = follow(runId, app === 'web' ? [stopping.url, readerWeb.url] : [readerWeb.url]);
  stopping.kill('SIGTERM');
  expect(await stopping.exited).toBe(0);
  await using next = await setup.start({ apps: ['worker'] });
  next.releaseModel();
  expect(await following).toContain('turn_restarted');
});

it('a waiting run is stopped when the web process of its only reader is killed, except a detached one', async () => {
  const { database, ledger, person } = setup;
  const settings = { readerGraceMs: 1_000 };
  await using worker = await setup.start({ apps: ['worker'], ...settings });
  await using web = await setup.start({ apps: ['web'], ...settings });
  const client = createAgentChatClient({ baseUrl: web.url, token: person.token });
  async function untilApprovalRequired(detach: boolean): Promise<string> {
    for await (const { event, runId } of client.chat({
      message: askToWork,
      context_type: 'tables',
      extensions: true,
      detach,
    })) {
      if (event === 'approval_required') return runId;
    }
    throw new Error('The run required no approval.');
  }
  const [read, detached] = [await untilApprovalRequired(false), await untilApprovalRequired(true)];
  web.kill('SIGKILL');
  await web.exited;
  const statusOf = async (runId: string) => (await database.unitOfWork.stores.runs.get(person.principal, runId)).status;
  await expect.poll(() => statusOf(read), { timeout: 20_000 }).toBe('cancelled');
  await worker.waitFor(/waiting run has no reader/);
  await expect.poll(() => statusOf(detached), { timeout: 20_000 }).toBe('waiting');
  for (const runId of [read, detached]) expect(ledger.read(runId)).not.toContain('wipe');
});

it('two workers that race for the same runs execute each of them once', async () => {
  await using one = await setup.start({ apps: ['worker'] });
  await using other = await setup.start({ apps: ['worker'] });
  const runIds = await Promise.all(Array.from({ length: 12 }, async () => (await enqueue(setup, askToWork)).runId));
  const logs = await Promise.all(runIds.map((runId) => follow(runId)));
  for (const log of logs) expect(log).not.toContain('turn_restarted');
  for (const worker of [one, other]) expect(worker.log()).toContain('run taken over');
});

it('a run stays with the owner of its lease and is taken over after a crash, however wrong the clocks are', async () => {
  await using late = await setup.start({ apps: ['web'] }, shiftedClock(oneHour));
  const { runId: held } = await ask([late], askToWorkLater, setup.person);
  await untilFirstContent(held);
  await using early = await setup.start({ apps: ['worker'] }, shiftedClock(-oneHour));
  await using later = await setup.start({ apps: ['worker'] }, shiftedClock(2 * oneHour));

  // This run continues only after its lease has expired; a wrong takeover of the run above would have happened by then.
  const plan = { app: 'web', crashPoint: { write: 6, isStored: true } } as const;
  await using crashing = await setup.start({ apps: [plan] }, shiftedClock(-2 * oneHour));
  const { runId: orphan } = await ask([crashing], askToWork, setup.person);
  await follow(orphan);
  expect(crashing.gone.aborted).toBe(true);

  const { runs } = setup.database.unitOfWork.stores;
  expect(isEnded((await runs.get(setup.person.principal, held)).status)).toBe(false);
  late.releaseModel();
  expect(await follow(held)).not.toContain('turn_restarted');
  for (const worker of [early, later]) worker.kill('SIGTERM');
  expect([await early.exited, await later.exited]).toEqual([0, 0]);
});
