// A process of the fault tests: the engine of examples/execute-elsewhere.ts, which executes the runs named to it.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, silentLogger } from '@shipmate/core';
import { createDatabase } from '@shipmate/db';
import { executeElsewhere, type Incidents } from '@shipmate/examples/execute-elsewhere';
import type { EngineSettings } from './engine-settings.ts';
import { toFaulty } from './faulty-unit-of-work.ts';
import { openLedger } from './ledger.ts';
import { createProcessCrash } from './process-crash.ts';
import { toRestricted } from './restricted-unit-of-work.ts';

const { databaseUrl, ledger, leaseSeconds, runs, signal } = JSON.parse(process.argv[2] ?? '') as EngineSettings;
const pollMs = 20;

const database = await createDatabase({ databaseUrl }, { logger: silentLogger });
const notes = openLedger(ledger);
const incidents: Incidents = {
  open: async (runId) => notes.note(runId, 'incident'),
  has: async (runId) => notes.read(runId).length > 0,
};
const crash = createProcessCrash(runs.filter(({ crashPoint }) => crashPoint !== undefined).length, signal);

/** Executes a run until this process has ended it, or has lost it to another. */
async function execute({ runId, crashPoint }: EngineSettings['runs'][number], index: number): Promise<void> {
  const restricted = toRestricted(database.unitOfWork, new Set([runId]));
  const halt = (): Promise<void> => crash.reach(index);
  const unitOfWork = crashPoint ? toFaulty(restricted, { crashPoint, isReady: () => true, halt }) : restricted;
  try {
    while (!(await executeElsewhere(unitOfWork, { incidents, leaseSeconds }))) await sleep(pollMs);
  } catch (thrown) {
    if (!AppError.isInstance(thrown) || thrown.code !== 'CONFLICT') throw thrown;
  }
}

await Promise.all(runs.map(execute));
await database.close();
