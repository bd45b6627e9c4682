import { afterAll, beforeAll, expect, it } from 'vitest';
import { atOnce } from './at-once.ts';
import type { Fate } from './fault-settings.ts';
import { createFaultWorld, type FaultWorld } from './fault-world.ts';
import { playScene, startSurvivors, type Mortal, type Survivors } from './play-scene.ts';
import { report } from './report.ts';
import { rounds } from './rounds.ts';

/** Scenes that are played at once: while one waits for a lease to expire, others use the processors. */
const scenesAtOnce = 5;
/** A whole run has at least so many writes; how many is up to how its deltas are collected. */
const fewestWrites = 20;

let world: FaultWorld;
let survivors: Survivors;
beforeAll(async () => {
  world = await createFaultWorld();
  survivors = await startSurvivors(world);
});
afterAll(() => world[Symbol.asyncDispose]());

const play = (...mortals: readonly Mortal[]): Promise<number> => playScene(world, survivors, mortals);

it.each(['web', 'worker'] as const)(
  'does everything once, whichever write %s is killed at',
  async (app) => {
    let [killed, writes] = [0, Infinity];
    // A death before a write stores what one after the write before it does, so without rounds only web dies both ways.
    function* fates(): Generator<Fate> {
      for (let write = 0; write < writes; write += 1) {
        for (const isStored of app === 'web' || rounds > 0 ? [false, true] : [true])
          yield { write, isStored, signal: 'SIGKILL' };
      }
    }
    await atOnce(scenesAtOnce, fates(), async (fate) => {
      const met = await play({ app, fate });
      killed += met;
      if (met === 0) writes = Math.min(writes, fate.write);
    });
    report(`${app} was killed ${killed} times, at each of ${writes} writes`);
    expect(writes).toBeGreaterThanOrEqual(fewestWrites);
  },
  600_000,
);

it('does everything once, whichever write a process freezes at that thaws when another has done its work', async () => {
  let frozen = 0;
  const writes = Array.from({ length: fewestWrites }, (_, write) => write).filter(
    (write) => rounds > 0 || write % 2 === 0,
  );
  await atOnce(scenesAtOnce, writes, async (write) => {
    const met = await play({ app: 'web', fate: { write, isStored: true, signal: 'SIGSTOP' } });
    frozen += met;
  });
  report(`web was frozen at ${frozen} writes`);
  expect(frozen).toBe(writes.length);
}, 600_000);

/** Some chances are taken in every run. */
const chances = Math.max(rounds, 3);

it('does everything once, however many processes die, wherever they do', async () => {
  let [killed, played] = [0, 0];
  await atOnce(scenesAtOnce, Array.from({ length: chances }, dieByChance), async (mortals) => {
    const met = await play(...mortals);
    killed += met;
    played += 1;
    if (played % 25 === 0 || played === chances) report(`${killed} processes were killed in ${played} rounds`);
  });
  expect(killed).toBeGreaterThan(0);
}, 86_400_000);

/** One to three deaths, the later ones of workers, which take over, and soon, so that they come before the run is done. */
function dieByChance(): readonly Mortal[] {
  return Array.from({ length: 1 + below(3) }, (_, index) => ({
    app: index === 0 && below(2) === 0 ? 'web' : 'worker',
    fate: { write: below(index === 0 ? fewestWrites : 10), isStored: below(2) === 0, signal: 'SIGKILL' },
  }));
}

function below(limit: number): number {
  return Math.floor(Math.random() * limit);
}
