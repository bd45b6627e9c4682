import { expireRunLeases } from '@shipmate/db/testing';
import type { FaultSettings, FaultPlan } from './fault-settings.ts';
import type { FaultSetup } from './fault-setup.ts';
import {
  createScenarioExecution,
  type ScenarioExecution,
  type CrashScenario,
  type Survivors,
} from './crash-scenario.ts';
import type { FaultProcess } from './start-fault-process.ts';

/** The number of crashes. */
export interface CrashCounts {
  /** Number of executors of each scenario that reached their crash points. */
  readonly crashes: readonly number[];
  readonly processes: number;
}

/** Starts the web app and the worker that outlive every scenario, each in a separate process. */
export async function startSurvivors(setup: FaultSetup): Promise<Survivors> {
  const [webProcess, workerProcess] = await Promise.all([
    setup.start({ apps: ['web'], isRestricted: true }),
    setup.start({ apps: ['worker'], isRestricted: true }),
  ]);
  const [webApp] = webProcess.apps;
  const [workerApp] = workerProcess.apps;
  if (!webApp || !workerApp) throw new Error('A process has no app.');
  return { web: webApp, worker: workerApp };
}

/** Options for {@link runCrashScenarios}. */
export interface CrashScenariosOptions {
  readonly survivors: Survivors;
  readonly scenarios: readonly CrashScenario[];
  readonly signal?: NonNullable<FaultSettings['signal']>;
}

/** Long enough that no app loses its run on a busy machine; leases are expired by hand once a process is dead. */
const longLease = 3_600;
/** A frozen process has to notice by its own clock that its lease has expired. */
const shortLease = 5;

/**
 * Executes scenarios at once, crash by crash. The executors of one round are apps of one process, which is killed or frozen once each
 * of them has reached its crash point. Two readers follow each run. Finally frozen processes resume, and the work of every run must
 * have been done once.
 */
export async function runCrashScenarios(
  setup: FaultSetup,
  { survivors, scenarios, signal = 'SIGKILL' }: CrashScenariosOptions,
): Promise<CrashCounts> {
  const executions = scenarios.map((scenario) => createScenarioExecution(setup, survivors, scenario));
  const processes: FaultProcess[] = [];

  async function executeRound(round: readonly ScenarioExecution[], plans: readonly FaultPlan[]): Promise<void> {
    const leaseSeconds = signal === 'SIGKILL' ? longLease : shortLease;
    const process = await setup.start({ apps: plans, isRestricted: true, signal, leaseSeconds });
    processes.push(process);
    await Promise.all(process.apps.map(async (app, index) => round[index]?.executeBy(app)));
    if (signal === 'SIGSTOP') return;
    await process.exited;
    await expireRunLeases(setup.databaseUrl);
  }

  for (let round = executions; round.length > 0; round = round.filter((execution) => execution.next() !== undefined)) {
    await executeRound(
      round,
      round.flatMap((execution) => execution.next() ?? []),
    );
  }
  await Promise.all(executions.map((execution) => execution.finish()));
  await Promise.all(processes.map(thaw));
  await Promise.all(executions.map((execution) => execution.expectDoneOnce()));
  return { crashes: executions.map((execution) => execution.crashes()), processes: processes.length };
}

/** Resumes a frozen process, so that pending writes continue, and shuts it down. */
async function thaw(process: FaultProcess): Promise<void> {
  process.kill('SIGCONT');
  process.kill('SIGTERM');
  await process.exited;
}
