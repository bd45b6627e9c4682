import { setTimeout as sleep } from 'node:timers/promises';
import { isEnded, type Run } from '@shipmate/domain/run';
import { isLost, type Server } from './ask.ts';
import { decide } from './decide.ts';
import type { FaultSetup } from './fault-setup.ts';

const pollMs = 40;

/** Makes all decisions of a run at one server until the run has ended or the server is gone. */
export async function decideUntilEnded(setup: FaultSetup, runId: string, server: Server): Promise<void> {
  const { database, person } = setup;
  const getRun = (): Promise<Run> => database.unitOfWork.stores.runs.get(person.principal, runId);
  for (let run = await getRun(); !isEnded(run.status) && !server.gone.aborted; run = await getRun()) {
    await decide(setup, run, server).catch((thrown: unknown) => {
      if (!isLost(thrown, server)) throw thrown;
    });
    await sleep(pollMs);
  }
}
