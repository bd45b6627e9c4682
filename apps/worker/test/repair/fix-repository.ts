import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createResponseGenerator, createRunLog } from '@shipmate/agents';
import { silentLogger } from '@shipmate/core';
import { createDatabase } from '@shipmate/db';
import { createTestTenant, startTestPostgres } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import type { RunEvent } from '@shipmate/domain/run';
import { startRepairModel } from './repair-model.ts';

const run = promisify(execFile);

/** Node's compile cache, which nearly halves the start of a process. */
const compileCache = join(tmpdir(), 'shipmate-compile-cache');
const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const model = 'openai-compatible:test';

/** A repository with a failing test, and what is expected of its repair. */
export interface SampleRepository {
  readonly files: Readonly<Record<string, string>>;
  /** The file with the mistake. */
  readonly source: string;
  readonly runner: string;
}

/** What a job left, as its user sees it. */
interface RepairOutcome {
  readonly text: string;
  readonly status: string;
  /** The number of turns that were taken again after the crash. */
  readonly restartedTurns: number;
  readonly edits: number;
  readonly beganOnMain: boolean;
  readonly commits: number | undefined;
  readonly changes: readonly string[] | undefined;
  readonly tests: readonly (string | undefined)[];
}

/**
 * Lets an agent repair a repository: a job of `ResponseGenerator`, worker processes, and a model over HTTP that sees tool results only. The
 * first worker is killed after its edit; another one takes over.
 */
export async function repair({ files }: SampleRepository): Promise<RepairOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-repair-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const workingDirectory = join(folder, 'sample');
  await createRepository(workingDirectory, files);
  const postgres = await startTestPostgres();
  stack.defer(() => postgres.stop());
  const databaseUrl = await postgres.url();
  const database = await createDatabase({ databaseUrl }, { logger: silentLogger });
  stack.defer(() => database.close());
  await database.migrate();
  await database.start();
  const { unitOfWork, notifications } = database;
  const { principal } = await createTestTenant(unitOfWork);
  const repairModel = stack.use(await startRepairModel());
  const runLog = createRunLog({ unitOfWork, notifications });
  const generator = createResponseGenerator({ unitOfWork, runLog, models: { get: () => ({ id: model }) }, principal });

  const startWorker = () => {
    const worker = spawn(process.execPath, ['--conditions=@shipmate/source', main], {
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        NODE_COMPILE_CACHE: compileCache,
        DATABASE_URL: databaseUrl,
        REPOSITORY_FOLDER: join(folder, 'repositories'),
        RUN_LEASE_SECONDS: '6',
        // Used only on machines where nothing can isolate the tests.
        ALLOW_UNSANDBOXED_CODE: 'true',
        PORT: '0',
        OPENAI_COMPATIBLE_BASE_URL: repairModel.url,
        OPENAI_COMPATIBLE_MODEL: 'test',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const exited = once(worker, 'exit');
    stack.defer(async () => {
      worker.kill('SIGKILL');
      await exited;
    });
    return { kill: () => worker.kill('SIGKILL'), exited };
  };

  const taskId = newId();
  const tail = () => runLog.tail(taskId, { signal: AbortSignal.timeout(60_000) });

  /** Waits until a turn after the result of a tool is stored: a model is asked before the beginning of its turn is. */
  async function waitForTurnAfter(tool: string): Promise<void> {
    let hasResult = false;
    for await (const { event } of tail()) {
      if (event.type === 'tool_result' && event.name === tool) hasResult = true;
      if (hasResult && event.type === 'turn_started') return;
    }
  }

  async function readEvents() {
    const events: RunEvent[] = [];
    for await (const { event } of tail()) events.push(event);
    return events;
  }

  const prompt = 'A test fails. Fix the code, not the test.';
  const held = repairModel.holdAfter('editFile');
  const first = startWorker();
  const messages = [{ role: 'user', content: prompt }] as const;
  const answer = generator.generateResponse({ taskId, messages, workspace: { workingDirectory, branch: 'main' } });
  const early = answer.then((said): never => {
    throw new Error(`It answered before the crash: ${said}`);
  });
  const release = await Promise.race([held, early]);
  await waitForTurnAfter('editFile');
  first.kill();
  await first.exited;
  release();
  startWorker();
  const text = await answer;
  const { result, localPath, baseBranch } = await unitOfWork.stores.repositoryJobs.get(principal, taskId);
  const { status } = await unitOfWork.stores.runs.get(principal, taskId);
  const events = await readEvents();
  const calls = await unitOfWork.stores.runs.listToolCalls(taskId);
  return {
    text,
    status,
    restartedTurns: events.filter(({ type }) => type === 'turn_restarted').length,
    edits: repairModel.steps.filter((step) => step === 'editFile').length,
    beganOnMain: localPath === workingDirectory && baseBranch === 'main',
    commits: result?.commits,
    changes: result?.files.map(({ path, additions, deletions }) => `${path} +${additions} -${deletions}`),
    tests: calls
      .filter((call) => call.name === 'runTests')
      .map(({ result: ran }) => /Tests (?:passed|failed) \([\w:]+\)/u.exec(String(ran?.part.output))?.[0]),
  };
}

/** Returns the outcome of a repaired repository. */
export function repaired({ source, runner }: SampleRepository): RepairOutcome {
  return {
    text: `Fixed total in ${source}. The tests pass.`,
    status: 'completed',
    restartedTurns: 1,
    edits: 1,
    beganOnMain: true,
    commits: 1,
    changes: [`${source} +1 -1`],
    tests: [`Tests failed (${runner})`, `Tests passed (${runner})`],
  };
}

async function createRepository(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  for (const args of [
    ['init', '--quiet', '--initial-branch=main'],
    ['add', '--all'],
    ['commit', '--quiet', '-m', 'Begin'],
  ]) {
    await run('git', [...identity, ...args], { cwd: folder, env });
  }
}
