import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { createVitest, ForksPoolWorker, type PoolOptions } from 'vitest/node';
import type { UserWorkspaceConfig } from 'vitest/config';
import { project } from '../../packages/config/vitest.ts';
import { addSwitches } from './add-switches.ts';
import { findMutants } from './find-mutants.ts';
import { costlyTests, type MutationGroup } from './groups.ts';
import type { Mutant } from './mutant.ts';
import { appendEntry, type Outcome, readEntries, type RunPlan } from './run-plan.ts';

/** A mutant with what became of it. */
export interface RunMutant extends Mutant {
  readonly outcome: Outcome;
  /** The test that killed it. */
  readonly by?: string;
}

interface RunGroupOptions {
  /** The folder that paths of sources and tests begin in, as an absolute path. */
  readonly root: string;
  /** Mutates only files whose path contains this text. */
  readonly filter?: string;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Runs all mutants of a group in one worker process, which is replaced when a mutant blocks it. */
export async function runGroup(
  group: MutationGroup,
  { root, filter = '', onProgress }: RunGroupOptions,
): Promise<RunMutant[]> {
  const texts = new Map(
    findSources(group, root)
      .filter((path) => path.includes(filter))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
  const mutants: Mutant[] = [];
  for (const [path, text] of texts) mutants.push(...findMutants({ path, text }, mutants.length + 1));
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
  const plan: RunPlan = {
    tests: globSync([...group.tests], { cwd: root })
      .sort()
      .map((path) => join(root, path)),
    leftOut: costlyTests,
    mutants: mutants.map(({ id, path }) => ({ id, path: join(root, path) })),
    journal: join(folder, 'journal.jsonl'),
    reaching: join(folder, 'reaching.json'),
  };
  try {
    while (mutants.length > 0 && !hasEnded(plan)) await runWorker(plan, { group, root, mutants, onProgress });
    return toOutcomes(mutants, plan);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the source files of a group, without tests, kits for tests and index files. */
export function findSources({ sources }: MutationGroup, root: string): string[] {
  return globSync([...sources], { cwd: root })
    .filter((path) => !/\.test\.ts$|\/testing\/|\/index\.ts$/u.test(path))
    .sort();
}

interface WorkerOptions extends RunGroupOptions {
  readonly group: MutationGroup;
  readonly mutants: readonly Mutant[];
}

async function runWorker(plan: RunPlan, { group, root, mutants, onProgress }: WorkerOptions): Promise<void> {
  const byPath = Map.groupBy(mutants, ({ path }) => path);
  const before = readEntries(plan.journal).length;
  const watch = setInterval(() => watchJournal(plan, onProgress), 1000);
  const { test, ...rest } = project(group.project) as UserWorkspaceConfig & { readonly test: object };
  const packageRoot = join(root, 'packages', group.project);
  const { exitCode } = process;
  const vitest = await createVitest(
    'test',
    { config: false, root: packageRoot, watch: false, reporters: [{}] },
    {
      ...rest,
      plugins: [
        {
          name: 'mutation',
          enforce: 'pre',
          transform: (code, id) => {
            const found = byPath.get(relative(root, id));
            return found && { code: addSwitches(code, found), map: null };
          },
        },
      ],
      test: {
        ...test,
        maxWorkers: 1,
        fsModuleCache: false,
        provide: { mutationPlan: plan },
        pool: { name: 'mutation', createPoolWorker: (options) => new MutationWorker(options) },
      },
    },
  );
  try {
    const [first] = plan.tests;
    if (first === undefined) throw new Error(`Group "${group.name}" has no tests.`);
    // The worker runs all tests of the plan itself.
    await vitest.runTestSpecifications([vitest.getRootProject().createSpecification(first)]);
  } finally {
    clearInterval(watch);
    await vitest.close();
    // Vitest sets it for a test that fails, as the tests of a killed mutant do.
    process.exitCode = exitCode;
  }
  settleStarted(plan, before);
}

class MutationWorker extends ForksPoolWorker {
  protected override readonly entrypoint: string = resolve(import.meta.dirname, 'mutation-worker.ts');

  constructor(options: PoolOptions) {
    super(options);
  }
}

/** Milliseconds without progress after which the worker counts as blocked. */
const longestSilence = 30_000;

function watchJournal({ journal, mutants }: RunPlan, onProgress: RunGroupOptions['onProgress']): void {
  const entries = readEntries(journal);
  onProgress?.(entries.filter(({ type }) => type === 'outcome').length, mutants.length);
  const worker = entries.findLast((entry) => entry.type === 'worker');
  if (!worker || Date.now() - statSync(journal).mtimeMs <= longestSilence) return;
  try {
    process.kill(worker.pid, 'SIGKILL');
  } catch (error) {
    // The worker ended a moment ago, and vitest has not noticed it yet.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function hasEnded({ journal }: RunPlan): boolean {
  const failed = readEntries(journal).find((entry) => entry.type === 'failed');
  if (failed) throw new Error(failed.reason);
  return readEntries(journal).at(-1)?.type === 'end';
}

/** A worker that ended without an outcome of its last mutant was stopped by it. */
function settleStarted({ journal }: RunPlan, before: number): void {
  const entries = readEntries(journal);
  const last = entries.at(-1);
  if (last?.type === 'start') return appendEntry(journal, { type: 'outcome', id: last.id, outcome: 'timeout' });
  if (last?.type === 'end' || last?.type === 'failed') return;
  if (entries.slice(before).every(({ type }) => type !== 'outcome'))
    throw new Error('The worker ended before it ran a mutant.');
}

function toOutcomes(mutants: readonly Mutant[], { journal }: RunPlan): RunMutant[] {
  const outcomes = new Map(
    readEntries(journal).flatMap((entry) => (entry.type === 'outcome' ? [[entry.id, entry]] : [])),
  );
  return mutants.map((mutant) => {
    const { outcome = 'unreached', by } = outcomes.get(mutant.id) ?? {};
    return { ...mutant, outcome, ...(by === undefined ? {} : { by }) };
  });
}
