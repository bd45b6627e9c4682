import { mkdir, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@shipmate/core';
import { type ProcessResult, runProcess } from '@shipmate/runtime';
import { type ChartRepositoryPort, createChartRepository } from './dependency/chart-repository.ts';
import { defaultCacheRoot } from './default-cache-root.ts';
import { prepareChart } from './dependency/prepare-chart.ts';
import type { HelmEnvironment } from './helm-environment.ts';
import type { HelmOutcome, HelmPort, HelmRequest } from './helm-port.ts';
import { type Command, findIsolator, type Isolator } from './isolate.ts';
import { installHint, locateHelm } from './locate-helm.ts';
import { rememberOutcomes } from './remember-outcomes.ts';
import { findUnsafeSchema } from './schema/find-unsafe-schema.ts';
import { type Sandbox, withSandbox, writeFiles } from './sandbox.ts';

/** Where helm is and how far it may go; every field has a default. */
export interface HelmCliOptions {
  readonly environment?: HelmEnvironment;
  /** Holds the sandboxes. Default: the temp folder of the system. */
  readonly tempRoot?: string;
  /** Holds what is fetched or unpacked once. Default: `shipmate` in the cache folder of this user. */
  readonly cacheRoot?: string;
  /** Where dependencies come from. Default: their own repositories, when those are public or `ALLOW_PRIVATE_NETWORKS` is on. */
  readonly repository?: ChartRepositoryPort;
  readonly limits?: HelmLimits;
}

/** What one run of helm may take. */
export interface HelmLimits {
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly maxMemoryBytes: number;
}

/** Where the programs of a system are when the environment does not say. */
const systemPath = '/usr/local/bin:/usr/bin:/bin';
const defaultLimits: HelmLimits = { timeoutMs: 20_000, maxOutputBytes: 10_000_000, maxMemoryBytes: 1_000_000_000 };

/** Runs the helm program, 3 or 4, each time in a sandbox of its own. */
export function createHelmCli({
  environment = {},
  tempRoot = tmpdir(),
  cacheRoot = defaultCacheRoot(),
  repository = createChartRepository({ cacheRoot, allowPrivate: environment.ALLOW_PRIVATE_NETWORKS ?? false }),
  limits = defaultLimits,
}: HelmCliOptions = {}): HelmPort {
  let located: string | undefined;
  let isolator: Isolator | undefined;

  async function run(sandbox: Sandbox, { file, args }: Command, signal: AbortSignal): Promise<ProcessResult> {
    return runProcess(file, args, { cwd: sandbox.path, env: sandbox.env, signal, installHint, ...limits });
  }

  /** Runs a command over a chart, whose folder it is given. */
  async function runOnChart(
    { sandbox, command, args = [] }: { sandbox: Sandbox; command: string; args?: readonly string[] },
    request: HelmRequest,
    signal: AbortSignal,
  ): Promise<HelmOutcome> {
    located ??= await locateHelm(environment, cacheRoot);
    const { files, missingDependencies } = await prepareChart(request, { repository, signal });
    const unsafe = await findUnsafeSchema(files);
    if (unsafe !== undefined) return { ...refuseSchema(command, unsafe), missingDependencies };
    const chartFolder = join(sandbox.path, 'chart');
    await writeFiles(chartFolder, files);
    const values = await writeValues(sandbox, request);
    isolator ??= await findIsolator(environment.PATH ?? systemPath, tempRoot, signal);
    const { isolation } = isolator;
    const helm = isolator.wrap({ file: located, args: [command, ...args, 'chart', ...values] }, chartFolder);
    const result = await run(sandbox, helm, signal);
    const { message, ...outcome } = toOutcome(result, sandbox, limits);
    return { ...outcome, message: withValuesFiles(message, request), missingDependencies, isolation };
  }

  return rememberOutcomes({
    version: (signal) =>
      withSandbox(tempRoot, async (sandbox) => {
        located ??= await locateHelm(environment, cacheRoot);
        const command = { file: located, args: ['version', '--template', '{{.Version}}'] };
        const { stdout, stderr, exitCode } = await run(sandbox, command, signal);
        if (exitCode === 0) return stdout.trim().replace(/^v/, '');
        throw new AppError({ code: 'UNAVAILABLE', message: `helm does not work. ${installHint}`, cause: stderr });
      }),

    template: (request, signal) =>
      withSandbox(tempRoot, (sandbox) => {
        const args = ['release', '--include-crds', '--dry-run=client', ...targetOf(request)];
        return runOnChart({ sandbox, command: 'template', args }, request, signal);
      }),

    lint: (request, signal) =>
      withSandbox(tempRoot, (sandbox) =>
        runOnChart({ sandbox, command: 'lint', args: targetOf(request) }, request, signal),
      ),

    package: (request, signal) =>
      withSandbox(tempRoot, async (sandbox) => {
        await mkdir(join(sandbox.path, 'archive'));
        const args = ['--destination', 'archive'];
        const outcome = await runOnChart(
          { sandbox, command: 'package', args },
          { ...request, valuesFiles: [] },
          signal,
        );
        const [fileName] = await readdir(join(sandbox.path, 'archive'));
        if (!outcome.succeeded || fileName === undefined) return outcome;
        return { ...outcome, archive: { fileName, bytes: await readFile(join(sandbox.path, 'archive', fileName)) } };
      }),
  });
}

/** As helm would say it: lint writes findings, the other commands an error. */
function refuseSchema(command: string, problem: string): Omit<HelmOutcome, 'missingDependencies'> {
  const output = command === 'lint' ? `[ERROR] ${problem.replace(' ', ': ')}\n` : '';
  return { succeeded: false, output, message: `Error: ${problem}` };
}

function targetOf({ kubernetesVersion }: HelmRequest): readonly string[] {
  return kubernetesVersion === undefined ? [] : ['--kube-version', kubernetesVersion];
}

/** Puts the values files under names of our own: helm would split theirs at commas. */
async function writeValues(sandbox: Sandbox, { files, valuesFiles }: HelmRequest): Promise<readonly string[]> {
  const contents = valuesFiles.map((path, index) => {
    const content = files.get(path);
    if (content !== undefined) return [`values/${index}.yaml`, content] as const;
    throw new AppError({ code: 'VALIDATION_ERROR', message: `There is no values file ${path}.` });
  });
  await writeFiles(sandbox.path, new Map(contents));
  return contents.flatMap(([path]) => ['--values', path]);
}

/** Gives values files the names again that they have from the chart's folder on. */
function withValuesFiles(message: string, { root, valuesFiles }: HelmRequest): string {
  return message.replace(/(?<![\w./-])values\/(\d+)\.yaml/g, (name, index) => {
    const path = valuesFiles[Number(index)] ?? name;
    return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  });
}

function toOutcome(
  { exitCode, stdout, stderr, truncated, timedOut, outOfMemory }: ProcessResult,
  sandbox: Sandbox,
  { timeoutMs, maxOutputBytes, maxMemoryBytes }: HelmLimits,
): Omit<HelmOutcome, 'missingDependencies'> {
  const withoutFolders = (text: string): string => text.replaceAll(`${sandbox.path}/`, '');
  const excess = timedOut
    ? `helm was not done after ${timeoutMs / 1_000} s: a template loops or does too much.`
    : outOfMemory
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
