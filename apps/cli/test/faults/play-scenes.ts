import { expireRunLeases } from '@shipmate/db/testing';
import type { FaultSettings, Mortal } from './fault-settings.ts';
import type { FaultWorld } from './fault-world.ts';
import { createPlay, type Play, type Scene, type Survivors } from './play.ts';
import type { FaultProcess } from './start-fault-process.ts';

/** What became of those who were to die. */
export interface Deaths {
  /** Of each scene, how many of its executors met their fate. */
  readonly met: readonly number[];
  readonly processes: number;
}

/** Starts the apps that outlive every scene, each in a process of its own. */
export async function startSurvivors(world: FaultWorld): Promise<Survivors> {
  const [web, worker] = await Promise.all([
    world.start({ apps: ['web'], isRestricted: true }),
    world.start({ apps: ['worker'], isRestricted: true }),
  ]);
  const [[front], [spare]] = [web.apps, worker.apps];
  if (!front || !spare) throw new Error('Nobody survives.');
  return { front, spare };
}

/** What {@link playScenes} needs. */
export interface ScenesOptions {
  readonly survivors: Survivors;
  readonly scenes: readonly Scene[];
  readonly signal?: NonNullable<FaultSettings['signal']>;
}

/** No app loses its run because the machine is busy; once its process is dead, its leases are made to expire. */
const longLease = 3_600;
/** What is frozen has to find by its own clock that it is past its time. */
const shortLease = 5;

/**
 * Plays scenes at once, act by act. The executors of an act are apps of one process, which dies, or freezes, when each of them
 * has come to the write at which it is to. Two readers follow each run. Afterwards what is frozen thaws, and all work of every
 * run must have been done once.
 */
export async function playScenes(
  world: FaultWorld,
  { survivors, scenes, signal = 'SIGKILL' }: ScenesOptions,
): Promise<Deaths> {
  const plays = scenes.map((scene) => createPlay(world, survivors, scene));
  const processes: FaultProcess[] = [];

  async function performAct(cast: readonly Play[], mortals: readonly Mortal[]): Promise<void> {
    const leaseSeconds = signal === 'SIGKILL' ? longLease : shortLease;
    const process = await world.start({ apps: mortals, isRestricted: true, signal, leaseSeconds });
    processes.push(process);
    await Promise.all(process.apps.map(async (app, index) => cast[index]?.performBy(app)));
    if (signal === 'SIGSTOP') return;
    await process.exited;
    await expireRunLeases(world.databaseUrl);
  }

  for (let cast = plays; cast.length > 0; cast = cast.filter((play) => play.next() !== undefined)) {
    await performAct(
      cast,
      cast.flatMap((play) => play.next() ?? []),
    );
  }
  await Promise.all(plays.map((play) => play.end()));
  await Promise.all(processes.map(thaw));
  await Promise.all(plays.map((play) => play.expectDoneOnce()));
  return { met: plays.map(({ met }) => met()), processes: processes.length };
}

/** Lets a process that is frozen do whatever it was about to do, and any end. */
async function thaw(process: FaultProcess): Promise<void> {
  process.kill('SIGCONT');
  process.kill('SIGTERM');
  await process.exited;
}
