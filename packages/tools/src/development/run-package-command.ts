import { AppError, defineTool, type ToolContext } from '@shipmate/core/tool';
import { z } from 'zod';
import type { Checkout } from '../checkout/checkout-port.ts';
import type { DevelopmentPorts } from './command-port.ts';
import {
  commandResultShape,
  commandTimeoutMs,
  describeCommand,
  fenceOutput,
  type PackageManifest,
  readManifest,
  readOptional,
  runCommand,
  shownCommandChars,
  toCommandResult,
} from './command-result.ts';
import {
  deletesPackages,
  detectManager,
  isInstall,
  isLocked,
  loadingSettings,
  packageManagers,
  requireInert,
  toInstallVariables,
  toPackageArguments,
} from './package-command.ts';
import { openWorkingFolder, toFilesIn, workingDirectorySchema, type WorkingFolder } from './working-folder.ts';

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
  input: () =>
    z.object({
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
      workingDirectory: workingDirectorySchema(),
    }),
  output: () => z.object({ succeeded: z.boolean(), manager: z.enum(packageManagers), ...commandResultShape() }),
  async execute(input, context: ToolContext<DevelopmentPorts>) {
    const { signal } = context;
    const checkout = await context.ports.checkouts.open(context);
    const { workingDirectory } = input;
    const { path, files, levels } = await openWorkingFolder(checkout.files, { workingDirectory, signal });
    const manifest = await readManifest(files, signal);
    if (manifest === undefined) throw noManifest(path);
    const {
      manager = await findManager(checkout, { manifest, levels, signal }),
      command,
      args = [],
      allowScripts = false,
    } = input;
    const all = await toPackageArguments({ manager, command, args, allowScripts }, manifest);
    const installs = isInstall({ command });
    const isInert = installs && !allowScripts;
    for (const settings of isInert ? loadingSettings.filter((each) => each.manager === manager) : []) {
      for (const level of levels.filter(({ entries }) => entries.has(settings.file))) {
        const file = level.path === '' ? settings.file : `${level.path}/${settings.file}`;
        requireInert((await readOptional(checkout.files, file, signal)) ?? '', { ...settings, file });
      }
    }
    const yarnLevel = levels.find(({ entries }) => entries.has('.yarnrc.yml'))?.path ?? '';
    const readYarnSettings = () => readOptional(toFilesIn(checkout.files, yarnLevel), '.yarnrc.yml', signal);
    const variables = installs ? toInstallVariables(isInert, (await readYarnSettings()) ?? '') : {};
    const outcome = await runCommand(
      {
        checkout,
        workingDirectory: path,
        program: manager,
        args: () => all,
        installs,
        needsNetwork: deletesPackages({ manager, command }),
        variables,
      },
      context,
    );
    return {
      succeeded: outcome.exitCode === 0,
      manager,
      ...toCommandResult({ command: [manager, ...all], outcome }),
    };
  },
  async preview({ manager, command, args = [], allowScripts = false, workingDirectory }) {
    const scripts = allowScripts ? 'Install scripts of all packages are executed.' : 'Install scripts are ignored.';
    return [
      `${manager ?? 'The package manager of the repository'} ${command}`,
      ...args.map((arg) => `  ${JSON.stringify(arg)}`),
      ...(workingDirectory === undefined ? [] : [`In the folder ${JSON.stringify(workingDirectory)}.`]),
      scripts,
    ].join('\n');
  },
  isFailure: ({ succeeded }) => !succeeded,
  toModel: ({ output, ...result }) => `${describeCommand(result)}\n${fenceOutput(output)}`,
});

function noManifest(path: string): AppError {
  const message =
    path === ''
      ? 'The repository has no package.json in its first folder. Name the folder of a package in workingDirectory.'
      : `The folder ${JSON.stringify(path)} has no package.json. Name the folder of a package in workingDirectory.`;
  return new AppError({ code: 'NOT_FOUND', message });
}

/** Finds the manager of the nearest lock file, else of the field `packageManager` of the folder or the checkout. */
async function findManager(
  { files }: Checkout,
  {
    manifest,
    levels,
    signal,
  }: { readonly manifest: PackageManifest; readonly levels: WorkingFolder['levels']; readonly signal: AbortSignal },
) {
  const { entries = new Set<string>() } = levels.find((level) => isLocked(level.entries)) ?? {};
  const root =
    levels.length > 1 && manifest.packageManager === undefined ? await readManifest(files, signal) : undefined;
  return detectManager(entries, root ?? manifest);
}
