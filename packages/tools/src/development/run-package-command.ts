import { AppError, defineTool, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import type { DevelopmentPorts } from './command-port.ts';
import {
  commandResultShape,
  commandTimeoutMs,
  describeCommand,
  fenceOutput,
  readManifest,
  readOptional,
  runCommand,
  shownCommandChars,
  toCommandResult,
} from './command-result.ts';
import {
  detectManager,
  inertVariables,
  isInstall,
  loadingSettings,
  packageManagers,
  requireInert,
  toPackageArguments,
} from './package-command.ts';

export const runPackageCommand = defineTool({
  name: 'runPackageCommand',
  description:
    'Runs a package manager in the repository: a script of package.json (command "build"), or "install" for dependencies. The manager is ' +
    'detected from the lock file when it is not given. The command runs in a sandbox with a time limit and without input; the network is ' +
    'off unless the operator granted it, so an installation may fail. An installation ignores install scripts; allowScripts runs them, ' +
    'which a person must approve. Use runTests for tests. Returns the exit code and the output; an exit code other than 0 is a failure.',
  effect: ({ command, allowScripts = false }) => (isInstall({ command }) && allowScripts ? 'destructive' : 'write'),
  worstEffect: 'destructive',
  exclusive: true,
  openWorld: true,
  timeoutMs: commandTimeoutMs,
  maxResultChars: shownCommandChars,
  input: z.object({
    manager: z.enum(packageManagers).optional().describe('The package manager. Default: detected.'),
    command: z.string().min(1).max(200).describe('Command to run (e.g., "install", "test", "build")'),
    args: z
      .array(
        z
          .string()
          .max(4_000)
          .refine((arg) => !arg.includes('\0'), 'must not contain NUL'),
      )
      .max(100)
      .optional()
      .describe('Arguments of the script, or the packages to install.'),
    allowScripts: z.boolean().default(false).optional().describe('Run the install scripts of packages.'),
  }),
  output: z.object({ succeeded: z.boolean(), manager: z.enum(packageManagers), ...commandResultShape }),
  async execute(input, context: ToolContext<DevelopmentPorts>) {
    const { signal } = context;
    const checkout = await context.ports.checkouts.open(context);
    const manifest = await readManifest(checkout.files, signal);
    if (manifest === undefined) {
      throw new AppError({ code: 'NOT_FOUND', message: 'The repository has no package.json in its first folder.' });
    }
    const entries = new Set((await checkout.files.list('', { signal })).map(({ name }) => name));
    const { manager = detectManager(entries, manifest), command, args = [], allowScripts = false } = input;
    const isModernYarn = entries.has('.yarnrc.yml');
    const all = toPackageArguments({ manager, command, args, allowScripts, isModernYarn }, manifest);
    const installs = isInstall({ command });
    const isInert = installs && !allowScripts;
    for (const settings of isInert ? loadingSettings.filter((each) => each.manager === manager) : []) {
      requireInert((await readOptional(checkout.files, settings.file, signal)) ?? '', settings);
    }
    const variables = isInert ? inertVariables : {};
    const outcome = await runCommand({ checkout, program: manager, args: () => all, installs, variables }, context);
    return {
      succeeded: outcome.exitCode === 0,
      manager,
      ...toCommandResult({ command: [manager, ...all], outcome }),
    };
  },
  async preview({ manager, command, args = [], allowScripts = false }) {
    const scripts = allowScripts ? 'Install scripts of all packages are executed.' : 'Install scripts are ignored.';
    return [
      `${manager ?? 'The package manager of the repository'} ${command}`,
      ...args.map((arg) => `  ${JSON.stringify(arg)}`),
      scripts,
    ].join('\n');
  },
  isFailure: ({ succeeded }) => !succeeded,
  toModel: ({ output, ...result }) => `${describeCommand(result)}\n${fenceOutput(output)}`,
});
