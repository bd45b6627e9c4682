import type { RunnerTask, RunnerTestFile, WorkerGlobalState } from 'vitest';
import { runBaseTests } from 'vitest/worker';

type Traces = Parameters<typeof runBaseTests>[2];
type FileSpecification = WorkerGlobalState['ctx']['files'][number];

/** The result of a test file. */
export interface FileResult {
  /** The name and error of the first test that failed, or the error outside of tests. */
  readonly failure: string | undefined;
  /** Names of its tests that passed, by id. */
  readonly tests: ReadonlyMap<string, string>;
  /** Milliseconds, with collection. */
  readonly duration: number;
}

/** The state of a worker, with the task that is being run. */
export interface Worker {
  readonly state: WorkerGlobalState;
  readonly traces: Traces;
  /** The state of the current run, which vitest changes. */
  current: WorkerGlobalState;
}

/** Options for {@link runTestFile}. */
export interface RunFileOptions {
  readonly file: FileSpecification;
  /** Evaluates all modules again, so that mutants of module-level code take effect. */
  readonly isFresh: boolean;
  /** Milliseconds for a test or hook. */
  readonly timeLimit: number;
}

/** Runs one test file in this process until its first failure. Nothing is reported to the main process. */
export async function runTestFile(worker: Worker, { file, isFresh, timeLimit }: RunFileOptions): Promise<FileResult> {
  const { state, traces } = worker;
  const started = performance.now();
  const files: RunnerTestFile[] = [];
  const errors: string[] = [];
  const silent: Readonly<Record<string, (...values: never[]) => unknown>> = {
    onCollected: (collected: readonly RunnerTestFile[]) => files.push(...collected),
    onUnhandledError: (error: unknown) => errors.push(String(error)),
    onTaskArtifactRecord: (_id: string, artifact: unknown) => artifact,
    getCountOfFailedTests: () => 0,
    ...Object.fromEntries(ignoredCalls.map((name) => [name, () => undefined])),
  };
  const rpc = new Proxy(state.rpc, {
    get: (target, name, receiver) => {
      const call = typeof name === 'string' && Object.hasOwn(silent, name) ? silent[name] : undefined;
      return call ? async (...values: never[]) => call(...values) : Reflect.get(target, name, receiver);
    },
  });
  if (isFresh) forgetModules(worker.current);
  const config = { ...state.ctx.config, bail: 1, testTimeout: timeLimit, hookTimeout: timeLimit, isolate: false };
  worker.current = { ...state, rpc, config, ctx: { ...state.ctx, config, files: [file] } };
  await runBaseTests('run', worker.current, traces);
  // Values that an active mutant left in modules are forgotten too.
  if (isFresh) forgetModules(worker.current);
  const tasks = files.flatMap(tasksOf);
  const failed = [...tasks.filter(({ type }) => type === 'test'), ...tasks].find(
    ({ result }) => result?.state === 'fail',
  );
  const passed = tasks.filter(({ type, result }) => type === 'test' && result?.state === 'pass');
  return {
    failure: failed ? `${failed.name}: ${failed.result?.errors?.[0]?.message}` : errors[0],
    tests: new Map(passed.map(({ id, name }) => [id, name])),
    duration: performance.now() - started,
  };
}

const ignoredCalls = [
  'onTaskUpdate',
  'onUserConsoleLog',
  'onAsyncLeaks',
  'onTestModuleDependencies',
  'onQueued',
  'onAfterSuiteRun',
  'onTestBenchmark',
  'onCancel',
  'snapshotSaved',
];

function tasksOf(task: RunnerTask): RunnerTask[] {
  return 'tasks' in task ? [task, ...task.tasks.flatMap(tasksOf)] : [task];
}

/** Marks modules as not evaluated; their compiled code is kept. */
function forgetModules({ evaluatedModules }: WorkerGlobalState): void {
  for (const [id, node] of evaluatedModules.idToModuleMap) {
    if (id.includes('/node_modules/')) continue;
    node.promise = undefined;
    node.exports = undefined;
    node.evaluated = false;
    node.importers.clear();
  }
}
