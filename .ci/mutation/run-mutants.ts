import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { WorkerGlobalState } from 'vitest';
import { appendEntry, type Outcome, type PlannedMutant, readEntries, type RunPlan } from './run-plan.ts';
import { runTestFile, type FileResult, type RunFileOptions, type Worker } from './run-test-file.ts';
import { installSwitchboard, type Reach, type Switchboard } from './switchboard.ts';

/** The tests of a file that reach a mutant. */
interface ReachingTests {
  readonly path: string;
  readonly testIds: string[];
  /** The mutant is evaluated while the file is imported or set up, so all its tests depend on it. */
  readonly isFresh: boolean;
  /** Evaluations of switches without a mutant. */
  readonly evaluations: number;
  readonly duration: number;
}

/**
 * Runs the plan that vitest provides to a worker: all tests without a mutant, then for each mutant without an outcome the tests
 * that reach it, nearest first, until one fails; at last all tests again, which have to pass as at the start.
 */
export async function runMutants(state: WorkerGlobalState, traces: Worker['traces']): Promise<void> {
  const plan = state.providedContext['mutationPlan'] as RunPlan;
  const worker: Worker = { state, traces, current: state };
  const switchboard = installSwitchboard(() => describeTask(worker.current));
  appendEntry(plan.journal, { type: 'worker', pid: process.pid });
  try {
    const reaching = readReachingTests(plan) ?? (await findReachingTests(plan, worker, switchboard));
    const finished = new Set(
      readEntries(plan.journal).flatMap((entry) => (entry.type === 'outcome' ? [entry.id] : [])),
    );
    for (const mutant of plan.mutants.filter(({ id }) => !finished.has(id))) {
      const tests = (reaching.get(mutant.id) ?? []).toSorted(byNearness(mutant));
      const { outcome, by } = await runMutant(mutant, tests, { plan, worker, switchboard });
      appendEntry(plan.journal, { type: 'outcome', id: mutant.id, outcome, ...(by === undefined ? {} : { by }) });
    }
    switchboard.reset();
    for (const path of plan.tests) {
      appendEntry(plan.journal, { type: 'tests', path });
      requirePass(path, await runTestFile(worker, { file: wholeFile(path, plan), isFresh: true, timeLimit: longest }));
    }
    appendEntry(plan.journal, { type: 'end' });
  } catch (error) {
    appendEntry(plan.journal, { type: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
}

/** Milliseconds for a test without a mutant. */
const longest = 60_000;

interface Bench {
  readonly plan: RunPlan;
  readonly worker: Worker;
  readonly switchboard: Switchboard;
}

async function runMutant(
  { id }: PlannedMutant,
  tests: readonly ReachingTests[],
  { plan, worker, switchboard }: Bench,
): Promise<{ readonly outcome: Outcome; readonly by?: string }> {
  for (const { path, testIds, isFresh, evaluations, duration } of tests) {
    appendEntry(plan.journal, { type: 'start', id, test: path });
    switchboard.activate(id, evaluations * 5 + 100_000);
    const { failure } = await runTestFile(worker, {
      file: { filepath: path, testIds },
      isFresh,
      timeLimit: duration * 20 + 2_000,
    });
    if (switchboard.isExceeded()) return { outcome: 'timeout' };
    if (failure !== undefined) return { outcome: 'killed', by: `${basename(path)}: ${failure.slice(0, 200)}` };
  }
  return { outcome: tests.length === 0 ? 'unreached' : 'survived' };
}

/** Reads what a former worker of the run found. */
function readReachingTests({ reaching }: RunPlan): Map<number, ReachingTests[]> | undefined {
  if (!existsSync(reaching)) return undefined;
  return new Map(JSON.parse(readFileSync(reaching, 'utf8')) as [number, ReachingTests[]][]);
}

async function findReachingTests(
  plan: RunPlan,
  worker: Worker,
  switchboard: Switchboard,
): Promise<Map<number, ReachingTests[]>> {
  const reaching = new Map<number, ReachingTests[]>();
  for (const path of plan.tests) {
    appendEntry(plan.journal, { type: 'tests', path });
    const reached = switchboard.record();
    const result = await runTestFile(worker, { file: wholeFile(path, plan), isFresh: true, timeLimit: longest });
    requirePass(path, result);
    for (const [id, tests] of groupByMutant(path, { reached, result }))
      reaching.set(id, [...(reaching.get(id) ?? []), tests]);
  }
  writeFileSync(plan.reaching, JSON.stringify([...reaching]));
  return reaching;
}

function requirePass(path: string, { failure }: FileResult): void {
  if (failure !== undefined) throw new Error(`"${path}" fails without a mutant: ${failure}`);
}

interface Recorded {
  readonly reached: ReadonlyMap<string, Reach>;
  readonly result: FileResult;
}

function groupByMutant(path: string, { reached, result }: Recorded): Map<number, ReachingTests> {
  const found = new Map<number, ReachingTests>();
  const evaluations = [...reached.values()].reduce((sum, reach) => sum + reach.evaluations, 0);
  const all = [...result.tests.keys()];
  for (const [task, { mutants }] of reached) {
    for (const id of mutants) {
      const known = found.get(id);
      const isFresh = task === path || known?.isFresh === true;
      const testIds = isFresh ? all : [...(known?.testIds ?? []), task];
      found.set(id, { path, testIds, isFresh, evaluations, duration: result.duration });
    }
  }
  return found;
}

/** Returns all tests of a file but the ones that the plan leaves out. */
function wholeFile(filepath: string, { leftOut }: RunPlan): RunFileOptions['file'] {
  const names = leftOut.map((name) => RegExp.escape(name)).join('|');
  return { filepath, ...(names === '' ? {} : { testNamePattern: new RegExp(`^(?!.*(?:${names})$)`, 'su') }) };
}

/** Returns the id of the running test, or the path of the test file. */
function describeTask({ current, filepath }: WorkerGlobalState): string {
  return current?.type === 'test' ? current.id : (current?.file.filepath ?? filepath ?? '');
}

/** A file's own tests come first, then the tests of its folder, then the others, fastest first. */
function byNearness({ path }: PlannedMutant): (one: ReachingTests, other: ReachingTests) => number {
  const distance = (test: ReachingTests): number => {
    if (test.path === path.replace(/\.ts$/u, '.test.ts')) return 0;
    return dirname(test.path) === dirname(path) ? 1 : 2;
  };
  return (one, other) => distance(one) - distance(other) || one.duration - other.duration;
}
