import { expireRunLeases } from '@shipmate/db/testing';
import { type AgentChatStreamEvent, createAgentChatClient } from '@shipmate/protocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectTold } from './expect-done-once.ts';
import type { Fate } from './fault-settings.ts';
import { createFaultWorld, type FaultWorld } from './fault-world.ts';
import { type Deaths, playScenes, type ScenesOptions, startSurvivors } from './play-scenes.ts';
import type { Scene, Survivors } from './play.ts';
import { toText } from './readers.ts';
import { report } from './report.ts';
import { rounds } from './rounds.ts';
import { askToGreetLater } from './work.ts';

/** Minimum number of writes of a whole run; the number depends on how deltas are batched. */
const fewestWrites = 20;
/** Upper limit of the number of writes, exclusive. */
const tooManyWrites = 26;

let world: FaultWorld;
let survivors: Survivors;
beforeAll(async () => {
  world = await createFaultWorld();
  survivors = await startSurvivors(world);
});
afterAll(() => world[Symbol.asyncDispose]());

const play = (scenes: readonly Scene[], signal?: ScenesOptions['signal']): Promise<Deaths> =>
  playScenes(world, { survivors, scenes, ...(signal && { signal }) });

it.each(['web', 'worker'] as const)(
  'a run does its work once whichever write %s is killed at, before or after the write is stored',
  async (app) => {
    const { met } = await play(
      [...fates(false, tooManyWrites), ...fates(true, tooManyWrites)].map((fate) => [{ app, fate }]),
    );
    const writes = [met.indexOf(0), met.indexOf(0, tooManyWrites) - tooManyWrites];
    report(`${app} was killed before each of ${writes[0]} writes and after each of ${writes[1]}`);
    for (const count of writes) expect(count).toBeGreaterThanOrEqual(fewestWrites);
  },
  120_000,
);

it('a run does its work once whichever write web freezes at, when web resumes after another process has taken over', async () => {
  let left: readonly Scene[] = fates(true, fewestWrites).map((fate) => [{ app: 'web', fate }]);
  // An app that gets no CPU time for longer than its lease loses the run before its crash point.
  for (let attempt = 0; left.length > 0 && attempt < 4; attempt += 1) {
    const { met } = await play(left, 'SIGSTOP');
    left = left.filter((_, index) => met[index] === 0);
  }
  report(`web was frozen after each of ${fewestWrites} writes`);
  expect(left).toEqual([]);
}, 120_000);

it('a reader receives a withdrawal of deltas that web never stored, and nothing twice', async () => {
  const { token } = world.person;
  // Only one of the apps reaches its crash point, so the process lives on while the write is held.
  await using web = await world.start({
    apps: [
      { app: 'web', fate: { write: 2, isStored: false } },
      { app: 'worker', fate: { write: 1_000, isStored: false } },
    ],
    isRestricted: true,
    leaseSeconds: 3_600,
  });
  const question = { message: askToGreetLater, context_type: 'tables', detach: true, extensions: true };
  const read: AgentChatStreamEvent[] = [];
  for await (const event of createAgentChatClient({ baseUrl: web.url, token }).chat(question)) {
    read.push(event);
    if (event.event === 'content_chunk' && event.data.chunk === 'morning.') break;
  }
  web.kill('SIGKILL');
  await web.exited;
  await expireRunLeases(world.databaseUrl);

  await using heir = await world.start({ apps: ['web', 'worker'] });
  heir.letGo();
  const { runId = '', id: after = '' } = read.at(-1) ?? {};
  const client = createAgentChatClient({ baseUrl: heir.url, token });
  for await (const event of client.follow(runId, { after, extensions: true })) read.push(event);
  expect(new Set(read.map(({ id }) => id)).size).toBe(read.length);
  expect(read.filter(({ event }) => event === 'content_chunk')).toHaveLength(4);
  await expectTold(world, runId, { agentChat: [read.map(toText).join('')] });
}, 300_000);

/** Number of runs that are executed at once. */
const runsAtOnce = 25;
/** Number of runs with random crash points; a few are part of every test run. */
const chances = Math.max(rounds, 5);

it('a run does its work once however many processes are killed at random writes', async () => {
  let [played, killed] = [0, 0];
  while (played < chances) {
    const scenes = Array.from({ length: Math.min(runsAtOnce, chances - played) }, dieByChance);
    const { met } = await play(scenes);
    played += scenes.length;
    killed += met.reduce((sum, deaths) => sum + deaths, 0);
    report(`${played} runs lost ${killed} executors by chance`);
  }
  expect(killed).toBeGreaterThan(0);
}, 86_400_000);

/** Returns one to three crash points; the later ones belong to workers, which take over, and are early enough to precede the run's end. */
function dieByChance(): Scene {
  return Array.from({ length: 1 + below(3) }, (_, index) => ({
    app: index === 0 && below(2) === 0 ? 'web' : 'worker',
    fate: { write: below(index === 0 ? fewestWrites : 10), isStored: below(2) === 0 },
  }));
}

function below(limit: number): number {
  return Math.floor(Math.random() * limit);
}

function fates(isStored: boolean, writes: number): readonly Fate[] {
  return Array.from({ length: writes }, (_, write) => ({ write, isStored }));
}
