import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@shipmate/core';
import { type PlatformOperation, toCommand } from '@shipmate/domain/operation';
import { runProcess } from '@shipmate/runtime/process';
import { createOpenCalls } from '../context/open-calls.ts';
import { type KubernetesEnvironment, pluginVariables } from '../kubernetes/connection/kubernetes-environment.ts';
import { createRedactor } from '../kubernetes/redaction/redactor.ts';
import type { CommandResult, ConfirmedCommand, OperationsPort, RunCommandOptions } from './operations-port.ts';
import { createProgramLimiter } from '../process/program-limiter.ts';
import { createOutputLines } from './output-lines.ts';
import type { PlatformEnvironment } from './platform-environment.ts';
import { createCatalogueSource } from './source/catalogue-source.ts';
import { createExecutableSource } from './source/executable-source.ts';
import { createNushellSource } from './source/nushell-source.ts';
import type { OperationSource, Program, SourceListing, SourceQuery } from './source/operation-source.ts';

/** The bytes kept of each output stream of a command. */
const maxOutputBytes = 64_000;

/** Options for {@link createOperations}. */
export interface OperationsOptions {
  readonly environment: Partial<PlatformEnvironment & KubernetesEnvironment>;
}

/** Operations that their creator closes. */
interface Operations extends OperationsPort {
  /** Kills the commands and listings in flight. */
  close(): Promise<void>;
}

/** Creates the operations of the sources that an environment configures; `undefined` when it configures none. */
export function createOperations({ environment }: OperationsOptions): Operations | undefined {
  const variables = toVariables(environment);
  const sources = toSources(environment, variables);
  if (sources.length === 0) return undefined;
  const { PLATFORM_TIMEOUT_SECONDS: timeoutSeconds = 1_800 } = environment;
  const calls = createOpenCalls('Running platform operations');
  const redactor = createRedactor();
  // A command may run for hours; listings do not wait for it.
  const listings = createProgramLimiter('Listing platform operations', environment);
  const commands = createProgramLimiter('Running platform operations', environment);

  return {
    async list({ principal, signal: callerSignal }) {
      const { programs, problems } = await calls.run(callerSignal, (signal) =>
        listings.run({ tenant: principal.organizationId, signal }, () => listPrograms(sources, { signal })),
      );
      return { operations: programs.flatMap(({ operations }) => operations), problems };
    },

    run: (confirmed, options) =>
      calls.run(options.signal, (signal) =>
        commands.run({ tenant: options.principal.organizationId, signal }, () =>
          runCommand(confirmed, { ...options, signal }),
        ),
      ),

    close: () => calls.close(),
  };

  async function runCommand(
    confirmed: ConfirmedCommand,
    { signal, onOutput }: RunCommandOptions,
  ): Promise<CommandResult> {
    const { programs } = await listPrograms(sources, { signal, tool: confirmed.tool });
    const { program, operation } = findOperation(programs, confirmed);
    const [, ...arguments_] = requireConfirmed(operation, confirmed);
    const lines = createOutputLines((text) => onOutput?.(redactor.text(text)));
    const result = await runProcess(program.file, [...program.leading, ...arguments_], {
      cwd: program.folder,
      env: { ...variables, ...program.variables },
      signal,
      timeoutMs: timeoutSeconds * 1_000,
      maxOutputBytes,
      onOutput: (text) => lines.write(text),
    });
    lines.end();
    const { exitCode, timedOut, truncated, stdout, stderr } = result;
    return { exitCode, timedOut, truncated, stdout: redactor.text(stdout), stderr: redactor.text(stderr) };
  }
}

/** Returns the environment variables that programs receive to reach clusters and clouds. */
function toVariables(environment: Partial<KubernetesEnvironment>): Readonly<Record<string, string>> {
  const names = [...pluginVariables, 'KUBECONFIG'] as const;
  return Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Lists the programs of all sources. Of tools with the same name the first is used. */
async function listPrograms(sources: readonly OperationSource[], query: SourceQuery): Promise<SourceListing> {
  const listings = await Promise.all(sources.map((source) => source(query)));
  const programs = new Map<string, Program>();
  const problems = listings.flatMap((listing) => listing.problems);
  for (const program of listings.flatMap((listing) => listing.programs)) {
    if (programs.has(program.tool)) problems.push(`Another ${program.tool} was left out: there is one already.`);
    else programs.set(program.tool, program);
  }
  return { programs: [...programs.values()], problems };
}

function toSources(
  environment: Partial<PlatformEnvironment>,
  variables: Readonly<Record<string, string>>,
): readonly OperationSource[] {
  const { PLATFORM_CATALOG: catalogue, PLATFORM_COMMANDS: commands, PLATFORM_NU_SCRIPTS: scripts } = environment;
  const { PLATFORM_NU: nu = 'nu' } = environment;
  return [
    ...(catalogue === undefined ? [] : [createCatalogueSource(catalogue)]),
    ...(commands === undefined ? [] : [createExecutableSource(commands, variables)]),
    ...(scripts === undefined ? [] : [createNushellSource({ scripts, nu, env: variables })]),
  ];
}

function findOperation(
  programs: readonly Program[],
  { tool, operation: name }: ConfirmedCommand,
): { readonly program: Program; readonly operation: PlatformOperation } {
  const program = programs.find((candidate) => candidate.tool === tool);
  const operation = program?.operations.find((candidate) => candidate.operation === name);
  if (program && operation) return { program, operation };
  throw new AppError({ code: 'NOT_FOUND', message: `Operation "${name}" of "${tool}" not found.` });
}

/** Rejects a command that differs from the confirmed one, because the program may have changed since. */
function requireConfirmed(operation: PlatformOperation, { values, command }: ConfirmedCommand): readonly string[] {
  if (isDeepStrictEqual(toCommand(operation, values), command)) return command;
  throw new AppError({
    code: 'CONFLICT',
    message: `${operation.tool} ${operation.operation} takes other parameters than when the command was confirmed. Create a new proposal.`,
  });
}
