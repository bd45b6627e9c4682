import type { ToolContext } from '@shipmate/core';
import { AppError } from '@shipmate/core/tool';
import type { CheckoutFiles } from '@shipmate/domain/repository';
import { z } from 'zod';
import type { Checkout } from '../checkout/checkout-port.ts';
import { fencePlainText } from '../kubernetes/answer/plain-text.ts';
import { isolations } from '../process/isolation/isolator.ts';
import { maxCommandSeconds } from './command-limits.ts';
import type { CommandOutcome, DevelopmentPorts, RepositoryCommand } from './command-port.ts';

/** The time limit of tools that run commands: that of the longest command and its queue, in milliseconds. */
export const commandTimeoutMs = (maxCommandSeconds + 300) * 1_000;

/** The characters of a result that a model sees at once; `read_result` reads the rest. */
export const shownCommandChars = 12_000;

/** The result fields of every command. */
export function commandResultShape() {
  return {
    command: z.array(z.string()).describe('The program and its arguments.'),
    exitCode: z.number().int().nullable(),
    durationMs: z.number(),
    /** Standard output, then standard error. */
    output: z.string(),
    /** True if some of the output was dropped in the middle. */
    truncated: z.boolean(),
    /** The limit that ended the command. */
    exceeded: z.enum(['time', 'memory', 'processes']).optional(),
    /** The sandbox that the command ran in. */
    isolation: z.enum(isolations),
    /** True if the command could use the network. */
    network: z.boolean(),
  };
}

/** A command and its outcome, for {@link toCommandResult}. */
interface RanCommand {
  readonly command: readonly string[];
  readonly outcome: CommandOutcome;
}

/** Converts an outcome to result fields. */
export function toCommandResult({ command, outcome }: RanCommand) {
  const { exitCode, durationMs, truncated, exceeded, isolation, network } = outcome;
  return {
    command: [...command],
    exitCode,
    durationMs,
    output: joinOutput(outcome),
    truncated,
    ...(exceeded && { exceeded }),
    isolation,
    network,
  };
}

function joinOutput({ stdout, stderr }: Pick<CommandOutcome, 'stdout' | 'stderr'>): string {
  const error = stderr.trim() === '' ? [] : ['[stderr]', stderr.trimEnd()];
  return [...(stdout.trim() === '' ? [] : [stdout.trimEnd()]), ...error].join('\n');
}

type CommandResult = z.output<z.ZodObject<ReturnType<typeof commandResultShape>>>;

const limitTexts = {
  time: 'It ran longer than COMMAND_TIMEOUT_SECONDS allows and was killed.',
  memory: 'It used more memory than COMMAND_MEMORY_MB allows and was killed.',
  processes: 'It started too many processes and was killed.',
} as const;

/** Describes how a command ended and was isolated. */
export function describeCommand(result: Omit<CommandResult, 'output'>): string {
  const { command, exitCode, durationMs, exceeded, isolation, network } = result;
  const end = exitCode === null ? 'was killed' : `ended with exit code ${exitCode}`;
  return [
    `${JSON.stringify(command.join(' '))} ${end} after ${(durationMs / 1_000).toFixed(1)} s.`,
    ...(exceeded === undefined ? [] : [limitTexts[exceeded]]),
    isolation === 'none'
      ? 'It ran WITHOUT a sandbox, because ALLOW_UNSANDBOXED_CODE is on.'
      : `Sandbox: ${isolation}, ${network ? 'with' : 'without'} network.`,
  ].join(' ');
}

/** Fences the output of a command. */
export function fenceOutput(output: string): string {
  return output === '' ? 'It wrote nothing.' : fencePlainText(output, { source: 'program' });
}

/** The most characters that are reported while a command runs. */
const maxReported = 200_000;

/** Runs a command for a tool call, and reports its output while it runs. */
export async function runCommand(
  command: Omit<RepositoryCommand, 'folder'> & { readonly checkout: Checkout },
  { ports, principal, signal, report }: ToolContext<DevelopmentPorts>,
): Promise<CommandOutcome> {
  let left = maxReported;
  const onOutput = (text: string): void => {
    if (left <= 0) return;
    left -= text.length;
    report?.(left > 0 ? text : `${text}[The rest is not shown until the command has ended.]\n`);
  };
  const { checkout, ...rest } = command;
  return ports.commands.run({ ...rest, folder: checkout.folder }, { principal, signal, onOutput });
}

const maxManifestBytes = 1_000_000;

/** Reads a text file of a checkout; `undefined` when there is none. */
export async function readOptional(
  files: CheckoutFiles,
  path: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const { bytes } = await files.read(path, { maxBytes: maxManifestBytes, signal });
    return new TextDecoder().decode(bytes);
  } catch (thrown) {
    if (AppError.isInstance(thrown) && thrown.code === 'NOT_FOUND') return undefined;
    throw thrown;
  }
}

/** The parts of a `package.json` that choose programs. */
export interface PackageManifest {
  readonly scripts: Readonly<Record<string, string>>;
  /** Names of dependencies of all kinds. */
  readonly dependencies: ReadonlySet<string>;
  readonly packageManager: string | undefined;
}

function recordSchema() {
  return z.record(z.string(), z.unknown()).catch({});
}
function manifestSchema() {
  return z.object({
    scripts: recordSchema(),
    dependencies: recordSchema(),
    devDependencies: recordSchema(),
    packageManager: z.string().optional().catch(undefined),
  });
}

/** Reads the `package.json` of a checkout. @throws AppError `VALIDATION_ERROR` for one that is not a JSON object. */
export async function readManifest(files: CheckoutFiles, signal: AbortSignal): Promise<PackageManifest | undefined> {
  const text = await readOptional(files, 'package.json', signal);
  if (text === undefined) return undefined;
  const { scripts, dependencies, devDependencies, packageManager } = manifestSchema().parse(parseManifest(text));
  const commands = Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return {
    scripts: Object.fromEntries(commands),
    dependencies: new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]),
    packageManager,
  };
}

function parseManifest(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch (cause) {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: 'The file package.json is not valid JSON. Fix it.',
      cause,
    });
  }
  throw new AppError({ code: 'VALIDATION_ERROR', message: 'The file package.json is not a JSON object. Fix it.' });
}
