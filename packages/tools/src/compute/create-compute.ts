import { setImmediate } from 'node:timers/promises';
import { AppError } from '@shipmate/core/tool';
import type { WorkerPool, WorkerPoolOptions } from '@shipmate/runtime/thread';
import { loadWithFirstCall } from '../context/load-with-first-call.ts';
import { createOpenCalls } from '../context/open-calls.ts';
import type { ComputeCaller, ComputePort } from './compute-port.ts';
import type { ComputeArguments, ComputeResult, ComputeTaskName } from './compute-tasks.ts';
import { isWithin } from './is-within.ts';
import type { ThreadCall } from './compute-thread.ts';
import type { ThreadAnswer } from './thread-answer.ts';

/** Options for {@link createCompute}. */
export interface ComputeOptions {
  /** Default: one less than the number of processors, at least 2. */
  readonly maxThreads?: number;
  /** The time limit of one task. Default: 20 000. */
  readonly deadlineMs?: number;
}

/** A compute port that its creator closes. */
export interface Compute extends ComputePort, AsyncDisposable {
  close(): Promise<void>;
}

/** The longest input that is processed in place, in characters: the slowest inputs that were measured at these lengths take about 20 ms. */
const maxLengthHere: Readonly<Record<ComputeTaskName, number>> = {
  analyzeCode: 2_000,
  analyzeFiles: 2_000,
  assessChangeText: 20_000,
  assessMapHealth: 0,
  checkChartFiles: 1_000,
  checkDefinition: 20_000,
  checkHelmRun: 1_000,
  checkRule: 20_000,
  checkRules: 10_000,
  compareManifests: 50_000,
  compareMaps: 0,
  compareObjectTexts: 10_000,
  compareTexts: 20_000,
  convertManifests: 1_000,
  deriveCapabilities: 50_000,
  describeSchemaText: 50_000,
  drawDiagram: 0,
  fingerprintText: 50_000,
  findInCode: 2_000,
  findParseRegression: 1_000,
  findPatchSecrets: 20_000,
  findPublishedSecrets: 50_000,
  findRuleUses: 20_000,
  findYamlProblem: 1_000,
  linkProjects: 5_000,
  listProblems: 50_000,
  observeText: 50_000,
  parseCoverage: 20_000,
  parseLintReport: 5_000,
  parseTestReport: 5_000,
  queryMapFiles: 0,
  readDependencies: 1_000,
  readDiscoveryAnswer: 50_000,
  readFingerprints: 50_000,
  readLegacyAnswer: 50_000,
  readListAnswer: 50_000,
  readManifests: 1_000,
  readMarkdownPattern: 1_000,
  readObjectAnswer: 50_000,
  readPatch: 1_000,
  readProjects: 5_000,
  readTableAnswer: 50_000,
  readTextAnswer: 50_000,
  redactPatch: 20_000,
  redactSecrets: 50_000,
  renderEssentialsText: 50_000,
  renderObjectText: 10_000,
  renderSchemaText: 50_000,
  replaceText: 10_000,
  replayEvents: 5_000,
  reportProblems: 50_000,
  resolveModules: 2_000,
  // Reads files, also for a short input.
  resolveScripts: 0,
  runRuleTests: 5_000,
  simulateRule: 10_000,
  sortManifests: 1_000,
  takeTextBaseline: 50_000,
  withoutDependencies: 1_000,
  writeSkeleton: 0,
};

/** Tasks whose native parser is recursive. Their threads have a stack for files of 250 KB; other tasks keep the usual one. */
const parserTasks: ReadonlySet<ComputeTaskName> = new Set<ComputeTaskName>([
  'analyzeCode',
  'analyzeFiles',
  'findInCode',
]);
const parserStackMegabytes = 256;

/** Creates the compute port of a process. Threads start with the first long input. */
export function createCompute({ maxThreads, deadlineMs = 20_000 }: ComputeOptions = {}): Compute {
  const limits = {
    ...(maxThreads !== undefined && { maxThreads }),
    deadlineMs,
    maxMemoryMegabytes: 512,
    maxQueued: 50,
  };
  const pool = createPool({ name: 'Processing the input', ...limits });
  const parsing = createPool({ name: 'Parsing the code', ...limits, stackMegabytes: parserStackMegabytes });
  const close = async (): Promise<void> => void (await Promise.all([pool.close(), parsing.close()]));
  return {
    async run<Name extends ComputeTaskName>(
      name: Name,
      args: ComputeArguments<Name>,
      caller: ComputeCaller,
    ): Promise<ComputeResult<Name>> {
      if (isWithin(args, maxLengthHere[name])) {
        const { runTask } = await import('./compute-tasks.ts');
        return runTask({ name, args });
      }
      const { readSharedTexts, shareTexts } = await import('./shared-texts.ts');
      const { principal, signal } = caller;
      // Copies of large values take milliseconds, so the caller's work before and after them runs in other turns.
      await setImmediate();
      const answer = (await (parserTasks.has(name) ? parsing : pool).run(
        { name, shared: await shareTexts(args, signal) } satisfies ThreadCall,
        { tenant: principal.organizationId, signal },
      )) as ThreadAnswer;
      await setImmediate();
      if ('error' in answer) throw new AppError(answer.error);
      return (await readSharedTexts(answer.shared)) as ComputeResult<Name>;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Creates threads that run the tasks; their code is loaded with the first work. */
function createPool(options: Omit<WorkerPoolOptions, 'module'>): WorkerPool {
  const calls = createOpenCalls(options.name);
  let opened: WorkerPool | undefined;
  const { run } = loadWithFirstCall(['run'], async () => {
    const { createWorkerPool } = await import('@shipmate/runtime/thread');
    const module = new URL(import.meta.resolve('@shipmate/tools/compute-thread'));
    return (opened = createWorkerPool({ ...options, module }));
  });
  return {
    run: (input, work) => calls.run(work.signal, (signal) => run(input, { ...work, signal })),
    async close() {
      await calls.close();
      await opened?.close();
    },
  };
}
