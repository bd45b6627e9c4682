import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { ask } from './ask.ts';
import { expectDoneOnce } from './expect-done-once.ts';
import { createFaultWorld } from './fault-world.ts';
import { withoutComments } from './readers.ts';
import { seeThrough } from './see-through.ts';
import { askToWorkLater } from './work.ts';

const readers = 2_000;

it('tells everything once to two thousand readers of one run in one process', async () => {
  await using world = await createFaultWorld();
  const web = await world.start({ apps: ['web'], leaseSeconds: 60 });
  const { person } = world;
  const { runId } = await ask([web], askToWorkLater, person);
  const agent = new Agent({ maxSockets: readers });
  const url = `${web.url}/v1/agent/runs/${runId}/events?extensions=true`;
  const opening = Array.from({ length: readers }, async () => {
    const [response] = (await once(get(url, { agent, headers: person.headers }), 'response')) as [IncomingMessage];
    return { text: text(response).then(withoutComments) };
  });
  const reading = await Promise.all(opening);
  web.letGo();
  await seeThrough(world, runId, web);
  const texts = await Promise.all(reading.map(({ text: all }) => all));
  expect(texts).toHaveLength(readers);
  await expectDoneOnce(world, runId, { agentChat: [...new Set(texts)] });
  agent.destroy();
}, 120_000);
