import { realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@shipmate/core';
import { createFairLimiter } from '@shipmate/runtime/limit';
import { runProcess } from '@shipmate/runtime/process';
import type { OpenCalls } from '../context/open-calls.ts';
import { toPlainText } from '../kubernetes/answer/plain-text.ts';
import { createNamedTextRedactor } from '../kubernetes/redaction/named-text-redactor.ts';
import { createOutputLines } from '../operations/output-lines.ts';
import { findIsolator, findProgram } from '../process/isolation/find-isolator.ts';
import type { Isolator } from '../process/isolation/isolator.ts';
import { createProgramLimiter } from '../process/program-limiter.ts';
import type { CommandEnvironment } from './command-environment.ts';
import type { CommandOutcome, CommandPort, RepositoryCommand, RunRepositoryCommandOptions } from './command-port.ts';
import {
  findToolchains,
  readReports,
  type RunFolder,
  toCheckoutMounts,
  type Toolchains,
  withRunFolder,
} from './run-folder.ts';

/** Options for `createCommands`. */
export interface CommandsOptions {
  readonly environment: CommandEnvironment;
  /** The folder of temporary folders. Default: the system's. */
  readonly tempRoot?: string;
  /** Default: bubblewrap, else unshare, else none, after a trial of each. */
  readonly isolator?: Isolator;
}

/** Options for {@link createCommandRunner}. */
interface CommandRunnerOptions extends CommandsOptions {
  /** The work in errors of full queues. */
  readonly name: string;
  /** The calls in flight, which the creator closes. */
  readonly calls: OpenCalls;
}

const maxProcesses = 512;
const defaults = { seconds: 600, memoryMb: 2_048, outputBytes: 200_000 };
const queuedForCheckout = 20;

/** Creates the port that runs commands in sandboxes of this machine. Nothing is started before the first command. */
export function createCommandRunner({
  name,
  calls,
  environment,
  tempRoot = tmpdir(),
  isolator: given,
}: CommandRunnerOptions): CommandPort {
  const slots = createProgramLimiter(name, environment);
  const checkouts = createFairLimiter({
    name,
    concurrency: Number.POSITIVE_INFINITY,
    tenantConcurrency: 1,
    maxQueued: queuedForCheckout,
  });
  const redactor = createNamedTextRedactor();
  const { COMMAND_TIMEOUT_SECONDS: seconds = defaults.seconds, COMMAND_MEMORY_MB: megabytes = defaults.memoryMb } =
    environment;
  const maxMemoryBytes = megabytes * 1_000_000;
  let preparing: Promise<{ readonly isolator: Isolator; readonly toolchains: Toolchains }> | undefined;

  async function prepare() {
    const toolchains = await findToolchains(environment.COMMAND_TOOLCHAINS ?? []);
    const searchPath = environment.PATH ?? toolchains.searchPath;
    return { toolchains, isolator: given ?? (await findIsolator({ searchPath, tempRoot })) };
  }

  function prepareOnce(): ReturnType<typeof prepare> {
    preparing ??= prepare().catch((thrown: unknown) => {
      preparing = undefined;
      throw thrown;
    });
    return preparing;
  }

  async function runIn(
    run: RunFolder,
    command: RepositoryCommand & { readonly network: boolean },
    { signal, onOutput }: RunRepositoryCommandOptions,
  ): Promise<CommandOutcome> {
    const { isolator, toolchains } = await prepareOnce();
    const { folder, network, workingDirectory = '', maxOutputBytes = defaults.outputBytes } = command;
    const cwd = await realpath(join(folder, workingDirectory));
    if (cwd !== join(folder, workingDirectory)) throw isLink(workingDirectory);
    const program = await locate(command, toolchains.searchPath);
    const wrapped = isolator.wrap({
      program,
      args: command.args(run.reports),
      cwd,
      mounts: [...toolchains.mounts, ...run.mounts, ...(await toCheckoutMounts(folder))],
      network,
      // When the kernel refuses a process, a fork bomb has many short-lived ones. With four times the number, enough stay for the check.
      maxProcesses: 4 * maxProcesses,
    });
    const clean = (text: string): string => {
      const shown = [folder, run.path].reduce(
        (rest, path) => rest.replaceAll(`${path}/`, '').replaceAll(path, '.'),
        text,
      );
      return redactor.text(toPlainText(shown));
    };
    const lines = createOutputLines((text) => onOutput?.(clean(text)));
    const started = performance.now();
    const result = await runProcess(wrapped.file, wrapped.args, {
      cwd,
      env: { ...command.variables, ...toEnvironment(run, toolchains) },
      signal,
      timeoutMs: seconds * 1_000,
      maxOutputBytes,
      maxMemoryBytes,
      maxProcesses,
      onOutput: (text) => lines.write(text),
    });
    lines.end();
    const { exitCode, timedOut, outOfMemory, tooManyProcesses, truncated } = result;
    return {
      exitCode,
      durationMs: Math.round(performance.now() - started),
      stdout: clean(result.stdout),
      stderr: clean(result.stderr),
      truncated,
      exceeded: timedOut ? 'time' : outOfMemory ? 'memory' : tooManyProcesses ? 'processes' : undefined,
      isolation: isolator.isolation,
      network: network || isolator.isolation === 'none',
      reports: await readReports(run, command.reports ?? []),
    };
  }

  return {
    run: (command, options) =>
      calls.run(options.signal, async (signal) => {
        const { isolator } = await prepareOnce();
        requireAllowed(isolator, environment);
        const folder = await realpath(command.folder);
        const { COMMAND_NETWORK: granted = 'none' } = environment;
        const network = granted === 'all' || (granted === 'install' && command.installs === true);
        if (command.needsNetwork === true && !network && isolator.isolation !== 'none') throw hasNoNetwork();
        const tenant = options.principal.organizationId;
        return checkouts.run({ tenant: folder, signal }, () =>
          slots.run({ tenant, signal }, () =>
            withRunFolder({ tempRoot, network }, (run) =>
              runIn(run, { ...command, folder, network }, { ...options, signal }),
            ),
          ),
        );
      }),
  };
}

function requireAllowed({ isolation }: Isolator, { ALLOW_UNSANDBOXED_CODE: isAllowed }: CommandEnvironment): void {
  if (isolation !== 'none' || isAllowed === true) return;
  throw new AppError({
    code: 'UNAVAILABLE',
    message:
      'Code of repositories is not executed, because neither "bwrap" nor "unshare" can isolate it on this machine. Install bubblewrap and ' +
      'allow user namespaces, or set ALLOW_UNSANDBOXED_CODE=true to execute it with the rights of Shipmate.',
  });
}

function hasNoNetwork(): AppError {
  return new AppError({
    code: 'UNAVAILABLE',
    message:
      'This command deletes installed packages and downloads them again, and commands have no network here. Use "install" for packages that are ' +
      'in the repository, or ask the operator to set COMMAND_NETWORK=install.',
  });
}

function isLink(path: string): AppError {
  const message = `The folder ${JSON.stringify(path)} has become a link. Name the folder itself in workingDirectory.`;
  return new AppError({ code: 'VALIDATION_ERROR', message, details: { field: 'workingDirectory' } });
}

/** Returns the absolute path of the program of a command. */
async function locate({ program, folder }: RepositoryCommand, searchPath: string): Promise<string> {
  if (program.startsWith('./')) return join(folder, program);
  const found = await findProgram(program, searchPath);
  if (found !== undefined) return found;
  throw new AppError({
    code: 'UNAVAILABLE',
    message: `The program "${program}" is not installed. Install it on this machine, or name its folder in COMMAND_TOOLCHAINS.`,
  });
}

/** Returns the complete environment of a command. */
function toEnvironment({ home, path }: RunFolder, { searchPath }: Toolchains): Readonly<Record<string, string>> {
  const temporary = join(path, 'tmp');
  return {
    PATH: searchPath,
    HOME: home,
    TMPDIR: temporary,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    CI: '1',
    NO_COLOR: '1',
    npm_config_update_notifier: 'false',
    npm_config_fund: 'false',
    npm_config_audit: 'false',
    COREPACK_ENABLE_DOWNLOAD_PROMPT: '0',
    // Bytecode in the checkout would hide an edit within a second that keeps the size of its file: Python compares both.
    PYTHONPYCACHEPREFIX: join(temporary, 'python'),
  };
}
