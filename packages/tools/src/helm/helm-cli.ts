import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@shipmate/core';
import { type ByteBudget, createByteBudget, type FairLimiter } from '@shipmate/runtime/limit';
import { type ProcessResult, runProcess } from '@shipmate/runtime/process';
import { createProgramLimiter } from '../process/program-limiter.ts';
import type { ComputePort } from '../compute/compute-port.ts';
import { createOpenCalls } from '../context/open-calls.ts';
import { createInlineCompute } from '../compute/create-inline-compute.ts';
import { type ChartRepositoryPort, createChartRepository } from './dependency/chart-repository.ts';
import { defaultCacheRoot } from './default-cache-root.ts';
import { holdArchives } from './dependency/hold-archives.ts';
import { prepareChart } from './dependency/prepare-chart.ts';
import type { HelmEnvironment } from './helm-environment.ts';
import type { HelmOutcome, HelmPackage, HelmPort, HelmRequest } from './helm-port.ts';
import type { Command, Isolator } from '../process/isolation/isolator.ts';
import { installHint, locateHelm } from './locate-helm.ts';
import { rememberOutcomes } from './remember-outcomes.ts';
import { findUnsafeSchema } from './schema/find-unsafe-schema.ts';
import { findHelmIsolator, type Sandbox, toHelmRun, withSandbox, writeFiles } from './sandbox.ts';

/** The location and limits of helm; every field has a default. */
export interface HelmCliOptions {
  /** Parses charts of unknown size. Default: on the event loop, which a large chart blocks. */
  readonly compute?: ComputePort;
  readonly environment?: HelmEnvironment;
  /** The folder of sandboxes. Default: the system's temp folder. */
  readonly tempRoot?: string;
  /** The folder of downloaded and unpacked files. Default: `shipmate` in the cache folder of this user. */
  readonly cacheRoot?: string;
  /**
   * The source of dependencies. Default: their own repositories, if those are public or `ALLOW_PRIVATE_NETWORKS` is on.
   */
  readonly repository?: ChartRepositoryPort;
  readonly limits?: HelmLimits;
  /** Limits helm processes across all organizations. Default: by `PROCESS_CONCURRENCY`. */
  readonly limiter?: FairLimiter;
  /** Limits the bytes of dependencies that charts hold while helm reads them. Default: 256 MB, half of them for one organization. */
  readonly archiveBudget?: ByteBudget;
}

/** A helm port that its creator closes. */
interface HelmCli extends HelmPort {
  /** Kills the helm processes in flight. It does not close a `repository` that was given. */
  close(): Promise<void>;
}

/** Resource limits of one run of helm. */
export interface HelmLimits {
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly maxMemoryBytes: number;
}

/** The folders of system programs when the environment sets none. */
export const systemPath = '/usr/local/bin:/usr/bin:/bin';
/** Go collects garbage more often above this share of the memory limit. */
const softMemoryShare = 0.8;
const defaultLimits: HelmLimits = { timeoutMs: 20_000, maxOutputBytes: 10_000_000, maxMemoryBytes: 1_000_000_000 };

const defaultArchiveBudget = {
  name: 'Reading chart dependencies',
  bytes: 256_000_000,
  tenantBytes: 128_000_000,
  maxQueued: 50,
};

/** Creates a port that runs the helm program, 3 or 4, in a new sandbox each time. */
export function createHelmCli({
  environment = {},
  tempRoot = tmpdir(),
  cacheRoot = defaultCacheRoot(),
  repository = createChartRepository({ cacheRoot, allowPrivate: environment.ALLOW_PRIVATE_NETWORKS ?? false }),
  limits = defaultLimits,
  limiter = createProgramLimiter('Running helm', environment),
  compute = createInlineCompute(),
  archiveBudget = createByteBudget(defaultArchiveBudget),
}: HelmCliOptions = {}): HelmCli {
  const calls = createOpenCalls('Running helm');
  let located: string | undefined;
  let finding: Promise<Isolator> | undefined;

  async function run(sandbox: Sandbox, { file, args }: Command, signal: AbortSignal): Promise<ProcessResult> {
    const env = { ...sandbox.env, GOMEMLIMIT: String(Math.floor(limits.maxMemoryBytes * softMemoryShare)) };
    return runProcess(file, args, { cwd: sandbox.path, env, signal, installHint, ...limits });
  }

  function findOnce(helm: string): Promise<Isolator> {
    finding ??= findHelmIsolator({ helm, searchPath: environment.PATH ?? systemPath, tempRoot }).catch(
      (thrown: unknown) => {
        finding = undefined;
        throw thrown;
      },
    );
    return finding;
  }

  /** Runs a command on a chart in the folder `chart` of a sandbox. */
  function runOnChart<Outcome extends HelmOutcome = HelmOutcome>(
    command: ChartCommand<Outcome>,
    request: HelmRequest,
    signal: AbortSignal,
  ): Promise<HelmOutcome | Outcome> {
    return calls.run(signal, (active) => prepareAndRun(command, request, active));
  }

  async function prepareAndRun<Outcome extends HelmOutcome>(
    { command, args, complete }: ChartCommand<Outcome>,
    request: HelmRequest,
    signal: AbortSignal,
  ): Promise<HelmOutcome | Outcome> {
    located ??= await locateHelm(environment, cacheRoot);
    const helm = located;
    await using hold = holdArchives(archiveBudget, { tenant: request.organizationId, signal });
    const claim = (): Promise<void> => hold.claim();
    const { files, missingDependencies } = await prepareChart(request, { repository, compute, signal, claim });
    hold.shrink(countArchiveBytes(files));
    const unsafe = await findUnsafeSchema(files);
    if (unsafe !== undefined) return { ...refuseSchema(command, unsafe), missingDependencies };
    const isolator = await findOnce(helm);
    const { isolation } = isolator;
    return await limiter.run({ tenant: request.organizationId, signal }, () =>
      withSandbox(tempRoot, async (sandbox) => {
        await writeFiles(join(sandbox.path, 'chart'), files);
        const values = await writeValues(sandbox, request);
        const { maxMemoryBytes } = limits;
        const wrapped = isolator.wrap(
          toHelmRun(sandbox, { helm, args: [command, ...args, 'chart', ...values], maxMemoryBytes }),
        );
        const result = await run(sandbox, wrapped, signal);
        const { message, ...rest } = toOutcome(result, sandbox, limits);
        const outcome = { ...rest, message: withValuesFiles(message, request), missingDependencies, isolation };
        return complete === undefined ? outcome : complete(outcome, sandbox);
      }),
    );
  }

  const readVersion = (signal: AbortSignal): Promise<string> =>
    withSandbox(tempRoot, async (sandbox) => {
      located ??= await locateHelm(environment, cacheRoot);
      const command = { file: located, args: ['version', '--template', '{{.Version}}'] };
      const { stdout, stderr, exitCode } = await run(sandbox, command, signal);
      if (exitCode === 0) return stdout.trim().replace(/^v/, '');
      throw new AppError({ code: 'UNAVAILABLE', message: `helm does not work. ${installHint}`, cause: stderr });
    });

  const helm = rememberOutcomes({
    version: (signal) => calls.run(signal, readVersion),

    template: (request, signal) => {
      const args = ['release', '--include-crds', '--dry-run=client', ...targetOf(request)];
      return runOnChart({ command: 'template', args }, request, signal);
    },

    lint: (request, signal) => runOnChart({ command: 'lint', args: targetOf(request) }, request, signal),

    package: (request, signal) =>
      runOnChart<HelmPackage>(
        { command: 'package', args: ['--destination', '.'], complete: readArchive },
        { ...request, valuesFiles: [] },
        signal,
      ),
  });
  return { ...helm, close: () => calls.close() };
}

/** A command of helm with the arguments before the chart. */
interface ChartCommand<Outcome extends HelmOutcome> {
  readonly command: 'template' | 'lint' | 'package';
  readonly args: readonly string[];
  /** Reads files that helm wrote, while the sandbox still exists. */
  readonly complete?: (outcome: HelmOutcome, sandbox: Sandbox) => Promise<Outcome>;
}

async function readArchive(outcome: HelmOutcome, { path }: Sandbox): Promise<HelmPackage> {
  const fileName = (await readdir(path)).find((name) => name.endsWith('.tgz'));
  if (!outcome.succeeded || fileName === undefined) return outcome;
  return { ...outcome, archive: { fileName, bytes: await readFile(join(path, fileName)) } };
}

function countArchiveBytes(files: ReadonlyMap<string, string | Uint8Array>): number {
  return [...files.values()].reduce((sum, file) => sum + (typeof file === 'string' ? 0 : file.byteLength), 0);
}

/** Reports a schema problem as helm does: lint writes findings, the other commands an error. */
function refuseSchema(command: string, problem: string): Omit<HelmOutcome, 'missingDependencies'> {
  const output = command === 'lint' ? `[ERROR] ${problem.replace(' ', ': ')}\n` : '';
  return { succeeded: false, output, message: `Error: ${problem}` };
}

function targetOf({ kubernetesVersion }: HelmRequest): readonly string[] {
  return kubernetesVersion === undefined ? [] : ['--kube-version', kubernetesVersion];
}

/** Writes the values files under generated names, because helm splits names at commas. */
async function writeValues(sandbox: Sandbox, { files, valuesFiles }: HelmRequest): Promise<readonly string[]> {
  const contents = valuesFiles.map((path, index) => {
    const content = files.get(path);
    if (content !== undefined) return [`values/${index}.yaml`, content] as const;
    throw new AppError({ code: 'VALIDATION_ERROR', message: `Values file "${path}" not found.` });
  });
  await writeFiles(sandbox.path, new Map(contents));
  return contents.flatMap(([path]) => ['--values', path]);
}

/** Replaces the generated names of values files with their paths from the chart's folder. */
function withValuesFiles(message: string, { root, valuesFiles }: HelmRequest): string {
  return message.replace(/(?<![\w./-])values\/(\d+)\.yaml/g, (name, index) => {
    const path = valuesFiles[Number(index)] ?? name;
    return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  });
}

/** Exit codes of a shell that cannot execute a program, and that does not find it. */
const shellFailures = new Set([126, 127]);

/** Returns true for the message with which Go exits at the data limit. */
function isOutOfMemory(stderr: string): boolean {
  return /^(?:fatal error: |runtime: )(?:runtime: )?(?:out of memory|cannot allocate memory)/m.test(stderr);
}

function toOutcome(
  { exitCode, stdout, stderr, truncated, timedOut, outOfMemory }: ProcessResult,
  sandbox: Sandbox,
  { timeoutMs, maxOutputBytes, maxMemoryBytes }: HelmLimits,
): Omit<HelmOutcome, 'missingDependencies'> {
  if (exitCode !== null && shellFailures.has(exitCode)) {
    throw new AppError({
      code: 'UNAVAILABLE',
      message: `The program "helm" could not be started. ${installHint}`,
      cause: stderr,
    });
  }
  const withoutFolders = (text: string): string => text.replaceAll(`${sandbox.path}/`, '');
  const excess = timedOut
    ? `helm was not done after ${timeoutMs / 1_000} s: a template loops or does too much.`
    : outOfMemory || isOutOfMemory(stderr)
      ? `helm took more than ${maxMemoryBytes / 1_000_000} MB of memory: a template makes too much.`
      : truncated
        ? `helm wrote more than ${maxOutputBytes / 1_000_000} MB: a template makes too much.`
        : undefined;
  return {
    succeeded: exitCode === 0 && excess === undefined,
    output: withoutFolders(stdout),
    message: excess === undefined ? withoutFolders(stderr).trim() : `Error: ${excess}`,
  };
}
