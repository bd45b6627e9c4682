import { join } from 'node:path';
import { expireRunLeases } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import { beginRemediation } from '@shipmate/domain/use-cases';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTemporaryFolder } from '../shipmate.ts';
import { type SpawnedProcess, spawnProcess } from '../spawn-process.ts';
import type { EngineSettings } from './engine-settings.ts';
import type { CrashPoint } from './fault-settings.ts';
import { createFaultSetup, type FaultSetup } from './fault-setup.ts';
import { openLedger } from './ledger.ts';
import { toCrashLine } from './process-crash.ts';

/** Claim, begun, done and end. */
const writes = 4;
const crashPoints = Array.from({ length: writes }, (_, write) => [
  { write, isStored: false },
  { write, isStored: true },
]).flat();
/** Long enough that no process loses its run on a busy machine; leases are expired by hand once a process is dead. */
const longLease = 3_600;
const shortLease = 2;

let setup: FaultSetup;
let ledger: string;
const resources = new AsyncDisposableStack();
beforeAll(async () => {
  setup = resources.use(await createFaultSetup());
  ledger = join(resources.use(await createTemporaryFolder()).path, 'incidents');
});
afterAll(() => resources.disposeAsync());

async function beginRun(): Promise<string> {
  const id = newId();
  const { database, person } = setup;
  const request = { issue: 'The shop is slow.', mode: 'manual', maxRisk: 'low', context: null, model: null } as const;
  await database.unitOfWork.transaction((stores) => beginRemediation(stores, person.principal, { id, ...request }));
  return id;
}

function startEngine(runs: EngineSettings['runs'], fault: Partial<EngineSettings> = {}): SpawnedProcess {
  const { databaseUrl } = setup;
  const settings: EngineSettings = { databaseUrl, ledger, leaseSeconds: longLease, signal: 'SIGKILL', ...fault, runs };
  return resources.use(spawnProcess({ file: './faults/engine-process.ts', args: [JSON.stringify(settings)] }));
}

async function expectDoneOnce(runId: string): Promise<void> {
  const { database, person } = setup;
  const { runs, remediations } = database.unitOfWork.stores;
  const events = await runs.listEvents(runId, { after: 0, limit: 100 });
  expect(openLedger(ledger).read(runId)).toEqual(['incident']);
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  expect(events.map(({ event }) => ('status' in event ? `${event.type} ${event.status}` : event.type))).toEqual([
    'run_started',
    'remediation_status investigating',
    'remediation_action running',
    'remediation_action done',
    'remediation_status proposed',
    'run_ended completed',
  ]);
  expect(await runs.get(person.principal, runId)).toMatchObject({ status: 'completed', stopReason: 'final' });
  expect(await remediations.get(person.principal, runId)).toMatchObject({ status: 'proposed' });
}

async function expectAllDoneOnce(runs: EngineSettings['runs']): Promise<void> {
  for (const { runId } of runs) await expectDoneOnce(runId);
}

/** Begins a run for each crash point. */
async function beginRuns(points: readonly CrashPoint[]): Promise<EngineSettings['runs']> {
  return Promise.all(points.map(async (crashPoint) => ({ runId: await beginRun(), crashPoint })));
}

async function isUnended({ runId }: { readonly runId: string }): Promise<boolean> {
  const { runs } = setup.database.unitOfWork.stores;
  return !(await runs.findLogHead(runId))?.isComplete;
}

/** Starts an engine that halts each run at a point, and waits until all of them have halted. */
async function crash(runs: EngineSettings['runs'], fault: Partial<EngineSettings> = {}): Promise<SpawnedProcess> {
  const engine = startEngine(runs, fault);
  await Promise.all(runs.map((_, index) => engine.waitFor(new RegExp(toCrashLine(index)))));
  return engine;
}

/** Executes the rest of runs, by a process that outlives them. */
async function finish(runs: EngineSettings['runs']): Promise<void> {
  const unended = await Promise.all(runs.map(async (run) => ((await isUnended(run)) ? [{ runId: run.runId }] : [])));
  expect(await startEngine(unended.flat()).exited).toBe(0);
}

it('a foreign engine does its work once when it is killed at any write, before or after it is stored', async () => {
  const runs = await beginRuns(crashPoints);
  expect(await (await crash(runs)).exited).toBeNull();
  await expireRunLeases(setup.databaseUrl);
  await finish(runs);
  await expectAllDoneOnce(runs);
});

it('a foreign engine does its work once when it is killed twice in a row', async () => {
  // The second engine claims, then repeats or continues the first one's unfinished step.
  const seconds = [0, 1].flatMap((write) => [
    { write, isStored: false },
    { write, isStored: true },
  ]);
  const pairs = crashPoints.slice(0, 4).flatMap((first) => seconds.map((second) => ({ first, second })));
  const runs = await beginRuns(pairs.map(({ first }) => first));
  expect(await (await crash(runs)).exited).toBeNull();
  await expireRunLeases(setup.databaseUrl);
  const again = runs.map(({ runId }, index) => ({ runId, crashPoint: seconds[index % seconds.length] }));
  expect(await (await crash(again)).exited).toBeNull();
  await expireRunLeases(setup.databaseUrl);
  await finish(runs);
  await expectAllDoneOnce(runs);
});

it('a foreign engine that was frozen past its lease writes nothing and does no work when it resumes', async () => {
  const runs = await beginRuns(crashPoints);
  const frozen = await crash(runs, { signal: 'SIGSTOP', leaseSeconds: shortLease });
  await finish(runs);
  frozen.kill('SIGCONT');
  expect(await frozen.exited).toBe(0);
  await expectAllDoneOnce(runs);
});
