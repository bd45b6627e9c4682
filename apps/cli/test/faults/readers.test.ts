import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { runHeader } from '@shipmate/protocol/http';
import { requireConversationRun } from '@shipmate/domain/run';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from './ask.ts';
import { expectDoneOnce, expectReceivedOnce } from './expect-done-once.ts';
import { createFaultSetup, type FaultSetup } from './fault-setup.ts';
import { openFaultyLink } from './faulty-link.ts';
import { readAgentChat, openUiStream, withoutComments } from './readers.ts';
import { decideUntilEnded } from './decide-until-ended.ts';
import type { FaultProcess } from './start-fault-process.ts';
import { askToTellALot, askToWorkLater } from './work.ts';

let setup: FaultSetup;
let webs: readonly [FaultProcess, FaultProcess];
beforeAll(async () => {
  setup = await createFaultSetup();
  webs = await Promise.all([setup.start({ apps: ['web'] }), setup.start({ apps: ['web'] })]);
});
afterAll(() => setup[Symbol.asyncDispose]());

it('readers whose connection is reset after every k-th event receive every event once', async () => {
  await using links = new AsyncDisposableStack();
  const [executor, other] = webs;
  const { person, database } = setup;
  const { runId } = await ask([executor], askToWorkLater, person);
  const { conversationId } = requireConversationRun(await database.unitOfWork.stores.runs.get(person.principal, runId));
  const unreliable = await Promise.all(
    [1, 2, 3, 5, 8].map(async (resetAfterEvents) => {
      const open = async ({ url }: FaultProcess) => links.use(await openFaultyLink(url, { resetAfterEvents }));
      return Promise.all(webs.map(open));
    }),
  );
  const agentChat = Promise.all(
    unreliable.map((toWebs) =>
      readAgentChat(
        toWebs.map(({ url }) => url),
        runId,
        person,
      ),
    ),
  );
  const ui = await openUiStream(other.url, conversationId, person);
  executor.releaseModel();
  await decideUntilEnded(setup, runId, executor);
  await expectDoneOnce(setup, runId, { ui: [await ui.text], agentChat: await agentChat });
  for (const toWebs of unreliable) {
    expect(toWebs.reduce((sum, { resets }) => sum + resets(), 0)).toBeGreaterThan(0);
  }
});

it('a slow reader delays no other reader and receives every event in the end', async () => {
  const [web] = webs;
  const { person, database } = setup;
  const { runId, answer } = await ask([web], askToTellALot, person);
  const [slow] = (await once(
    get(`${web.url}/v1/agent/runs/${runId}/events?extensions=true`, { headers: person.headers }),
    'response',
  )) as [IncomingMessage];
  expect(slow.headers[runHeader]).toBe(runId);
  await decideUntilEnded(setup, runId, web);
  const read = [await answer, await readAgentChat([web.url], runId, person)];
  expect(slow.readableFlowing).not.toBe(true);
  read.push(withoutComments(await text(slow)));
  const log = await expectReceivedOnce(setup, runId, { agentChat: read });
  expect(log.at(-1)).toMatchObject({ type: 'run_ended', status: 'completed' });
  expect(await database.unitOfWork.stores.runs.get(person.principal, runId)).toMatchObject({ status: 'completed' });
});
