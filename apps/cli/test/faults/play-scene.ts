import { expect } from 'vitest';
import { ask } from './ask.ts';
import { enqueue } from './enqueue.ts';
import type { Fate } from './fault-settings.ts';
import type { FaultWorld } from './fault-world.ts';
import { readAgentChat, openUiStream } from './readers.ts';
import { expectDoneOnce } from './expect-done-once.ts';
import { seeThrough } from './see-through.ts';
import type { FaultProcess } from './start-fault-process.ts';
import { askToWork } from './work.ts';

/** A process that is going to die, or may. */
export interface Mortal {
  readonly app: 'web' | 'worker';
  readonly fate?: Fate;
}

/** The processes that outlive every scene. Both take over only what they are told to. */
export interface Survivors {
  readonly front: FaultProcess;
  readonly spare: FaultProcess;
}

/** Starts the processes that outlive every scene. */
export async function startSurvivors(world: FaultWorld): Promise<Survivors> {
  const start = (apps: readonly ('web' | 'worker')[]) => world.start({ apps, isRestricted: true });
  const [front, spare] = await Promise.all([start(['web']), start(['web', 'worker'])]);
  return { front, spare };
}

/**
 * Lets processes die one after the other over one run, the last of them followed by one that does not die, while two readers
 * follow, and expects that all was done once.
 *
 * @returns how many of them met their fate.
 */
export async function playScene(world: FaultWorld, survivors: Survivors, mortals: readonly Mortal[]): Promise<number> {
  const { database, person } = world;
  const { front, spare } = survivors;
  const started: FaultProcess[] = [];

  async function startNext(): Promise<FaultProcess> {
    const mortal = mortals[started.length];
    if (!mortal) return spare;
    const { app, fate } = mortal;
    const process = await world.start({ apps: [app], isRestricted: app === 'worker', ...(fate && { fate }) });
    started.push(process);
    return process;
  }

  const first = await startNext();
  const { runId, answer } =
    mortals[0]?.app === 'web' ? await ask([first, front], askToWork, person) : await enqueue(world, askToWork);
  const { conversationId } = await database.unitOfWork.stores.runs.get(person.principal, runId);
  const webs = [first.url, front.url, spare.url].filter((url) => url !== '');
  const ui = await openUiStream(front.url, conversationId, person);
  const reading = Promise.all([ui.text, readAgentChat(webs, runId, person)]);

  let executor = first;
  executor.take(runId);
  await seeThrough(world, runId, async () => {
    if (executor.gone.aborted) {
      executor = await startNext();
      executor.take(runId);
    }
    return executor.url === '' ? front : executor;
  });
  spare.leave(runId);
  const met = started.filter(({ hasMetFate }) => hasMetFate()).length;
  for (const process of started) await thaw(process);
  const [uiText, agentChat] = await reading;
  await expectDoneOnce(world, runId, { ui: [uiText], agentChat: [agentChat] });
  expect(agentChat.slice(0, (await answer).length)).toBe(await answer);
  return met;
}

/** Lets a process that is frozen do whatever it was about to do, and any end. */
async function thaw(process: FaultProcess): Promise<void> {
  process.kill('SIGCONT');
  process.kill('SIGTERM');
  await process.exited;
}
