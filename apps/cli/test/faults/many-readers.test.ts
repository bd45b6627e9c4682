import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { ask } from './ask.ts';
import { expectDoneOnce } from './expect-done-once.ts';
import { createFaultSetup } from './fault-setup.ts';
import { type Reading, withoutComments } from './readers.ts';
import { decideUntilEnded } from './decide-until-ended.ts';
import { askToWorkLater } from './work.ts';

const readers = 2_000;
/** Readers connect in batches, because the last ones in a long queue for database connections may time out on a busy machine. */
const batchSize = 100;

it('two thousand readers of one run in one process each receive every event once', async () => {
  await using setup = await createFaultSetup();
  const web = await setup.start({ apps: ['web'], leaseSeconds: 60 });
  const { person } = setup;
  const { runId } = await ask([web], askToWorkLater, person);
  const agent = new Agent({ maxSockets: readers });
  const url = `${web.url}/v1/agent/runs/${runId}/events?extensions=true`;
  const open = async () => {
    const [response] = (await once(get(url, { agent, headers: person.headers }), 'response')) as [IncomingMessage];
    return { text: text(response).then(withoutComments) };
  };
  const reading: Reading[] = [];
  while (reading.length < readers) reading.push(...(await Promise.all(Array.from({ length: batchSize }, open))));
  web.releaseModel();
  await decideUntilEnded(setup, runId, web);
  const texts = await Promise.all(reading.map(({ text: all }) => all));
  expect(texts).toHaveLength(readers);
  await expectDoneOnce(setup, runId, { agentChat: [...new Set(texts)] });
  agent.destroy();
}, 300_000);
