import { setTimeout as sleep } from 'node:timers/promises';
import { isEnded, type Run } from '@shipmate/domain';
import { isLost, type Server } from './ask.ts';
import { decide } from './decide.ts';
import type { FaultWorld } from './fault-world.ts';

const pollMs = 40;

/** Decides whatever a run asks until it has ended, at the web app that `webFor` names each time. */
export async function seeThrough(world: FaultWorld, runId: string, webFor: () => Promise<Server>): Promise<void> {
  const { database, person } = world;
  const getRun = (): Promise<Run> => database.unitOfWork.stores.runs.get(person.principal, runId);
  for (let run = await getRun(); !isEnded(run.status); run = await getRun()) {
    const web = await webFor();
    await decide(world, run, web).catch((thrown: unknown) => {
      if (!isLost(thrown, web)) throw thrown;
    });
    await sleep(pollMs);
  }
}
