import { expireRunLeases } from '@shipmate/db/testing';
import type { FaultSettings, Mortal } from './fault-settings.ts';
import type { FaultWorld } from './fault-world.ts';
import { createPlay, type Play, type Scene, type Survivors } from './play.ts';
import type { FaultProcess } from './start-fault-process.ts';

/** The number of crashes. */
export interface Deaths {
  /** Number of executors of each scene that reached their crash points. */
  readonly met: readonly number[];
  readonly processes: number;
}

/** Starts the web app and the worker that outlive every scene, each in a separate process. */
export async function startSurvivors(world: FaultWorld): Promise<Survivors> {
  const [web, worker] = await Promise.all([
    world.start({ apps: ['web'], isRestricted: true }),
    world.start({ apps: ['worker'], isRestricted: true }),
  ]);
  const [[front], [spare]] = [web.apps, worker.apps];
  if (!front || !spare) throw new Error('Nobody survives.');
  return { front, spare };
}

/** Options for {@link playScenes}. */
export interface ScenesOptions {
  readonly survivors: Survivors;
  readonly scenes: readonly Scene[];
  readonly signal?: NonNullable<FaultSettings['signal']>;
}

/** Long enough that no app loses its run on a busy machine; leases are expired by hand once a process is dead. */
const longLease = 3_600;
/** A frozen process has to notice by its own clock that its lease has expired. */
const shortLease = 5;

/**
 * Executes scenes at once, crash by crash. The executors of one round are apps of one process, which is killed or frozen once each
 * of them has reached its crash point. Two readers follow each run. Finally frozen processes resume, and the work of every run must
 * have been done once.
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

/** Resumes a frozen process, so that pending writes continue, and shuts it down. */
async function thaw(process: FaultProcess): Promise<void> {
  process.kill('SIGCONT');
  process.kill('SIGTERM');
  await process.exited;
}
