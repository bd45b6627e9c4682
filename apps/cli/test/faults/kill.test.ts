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

/** A whole run has at least so many writes; how many is up to how its deltas are collected. */
const fewestWrites = 20;
/** It has fewer than these. */
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
  'does everything once, whichever write %s is killed at, before it is stored and after',
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

it('does everything once, whichever write web freezes at that thaws when another has done its work', async () => {
  let left: readonly Scene[] = fates(true, fewestWrites).map((fate) => [{ app: 'web', fate }]);
  // Whoever is kept from the processor for longer than a lease does not come to its fate.
  for (let attempt = 0; left.length > 0 && attempt < 4; attempt += 1) {
    const { met } = await play(left, 'SIGSTOP');
    left = left.filter((_, index) => met[index] === 0);
  }
  report(`web was frozen after each of ${fewestWrites} writes`);
  expect(left).toEqual([]);
}, 120_000);

it('takes back what a reader was told and web never stored, and tells nothing else again', async () => {
  const { token } = world.person;
  // The process lives on, as only one of its apps comes to its fate; what that was about to store is held.
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

/** Runs that are played at once. */
const runsAtOnce = 25;
/** Some chances are taken in every run of the tests. */
const chances = Math.max(rounds, 5);

it('does everything once, however many processes die, wherever they do', async () => {
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

/** One to three deaths, the later ones of workers, which take over, and soon, so that they come before the run is done. */
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
