import { AppError } from '@shipmate/core/tool';
import type { PackageManifest } from './command-result.ts';

/** The package managers that can be run. */
export const packageManagers = ['npm', 'yarn', 'pnpm', 'bun'] as const;
type PackageManager = (typeof packageManagers)[number];

const lockFiles: readonly (readonly [string, PackageManager])[] = [
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
];

/** Detects the package manager of a checkout: the one of its lock file, else the one that `packageManager` names, else npm. */
export function detectManager(entries: ReadonlySet<string>, { packageManager }: PackageManifest): PackageManager {
  const [, locked] = lockFiles.find(([name]) => entries.has(name)) ?? [];
  return locked ?? packageManagers.find((name) => packageManager?.startsWith(`${name}@`) === true) ?? 'npm';
}

/** Returns true for a folder with a lock file. */
export function isLocked(entries: ReadonlySet<string>): boolean {
  return lockFiles.some(([name]) => entries.has(name));
}

/** A call of `runPackageCommand`. */
export interface PackageCommand {
  readonly manager: PackageManager;
  readonly command: string;
  readonly args: readonly string[];
  readonly allowScripts: boolean;
}

/** The commands that install packages, and the other names that they have. */
const installCommands: ReadonlySet<string> = new Set(['install', 'ci', 'add']);

/** Returns true for a command that installs packages. */
export function isInstall({ command }: Pick<PackageCommand, 'command'>): boolean {
  return installCommands.has(command);
}

/** Returns true for a command that deletes the installed packages before it downloads them again. */
export function deletesPackages({ manager, command }: Pick<PackageCommand, 'manager' | 'command'>): boolean {
  return manager === 'npm' && command === 'ci';
}

/** A package of a registry: a name with an optional scope, and a version, a range or a tag. */
const packageSpec = /^(?:@[a-z0-9~][a-z0-9._~-]{0,100}\/)?[a-z0-9~][a-z0-9._~-]{0,100}(?:@[\w.^~<>=|*+-]{1,60})?$/i;

/** Options of installations that choose dependencies. Every other one could change what is executed or where it is written. */
const installOptions: ReadonlySet<string> = new Set([
  '--save-dev',
  '--save-exact',
  '--save-optional',
  '--dev',
  '--exact',
  '--frozen-lockfile',
  '--no-frozen-lockfile',
  '--immutable',
  '--prefer-offline',
  '--offline',
  '--legacy-peer-deps',
  '-D',
  '-E',
]);

/**
 * Returns the arguments of the package manager for a command.
 *
 * @throws AppError `VALIDATION_ERROR` for a script that does not exist, and for arguments that an installation may not have.
 */
export async function toPackageArguments(
  call: PackageCommand,
  { scripts }: PackageManifest,
): Promise<readonly string[]> {
  if (isInstall(call)) return toInstallArguments(call);
  const { manager, command, args } = call;
  if (!Object.hasOwn(scripts, command)) throw await unknownScript(command, Object.keys(scripts));
  if (command.startsWith('-')) {
    throw invalid('command', `The script "${command}" has a name that ${manager} reads as an option. Rename it.`);
  }
  // npm keeps options that stand before "--" for itself; the others pass everything on.
  const passed = manager === 'npm' && args.length > 0 ? ['--', ...args] : args;
  return ['run', command, ...passed];
}

/**
 * Returns the variables of an installation. yarn 4 changes the lock file with "install", which it forbids where `CI` is set, and keeps packages that it
 * does not copy to `node_modules` in the checkout: its other cache ends with the run. An inert installation runs no program, and no other version
 * of the manager, that the repository names; yarn 1 ignores scripts of git packages by variable only, and yarn 4 would run theirs.
 */
export function toInstallVariables(isInert: boolean, yarnSettings: string): Readonly<Record<string, string>> {
  return {
    YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
    ...(!/^nodeLinker: *["']?(?:node-modules|pnpm)/m.test(yarnSettings) && { YARN_ENABLE_GLOBAL_CACHE: 'false' }),
    ...(isInert && {
      YARN_IGNORE_PATH: '1',
      YARN_IGNORE_SCRIPTS: 'true',
      YARN_ENABLE_SCRIPTS: 'false',
      YARN_APPROVED_GIT_REPOSITORIES: 'none',
      YARN_ENABLE_CONSTRAINTS_CHECKS: 'false',
      npm_config_manage_package_manager_versions: 'false',
      pnpm_config_pm_on_fail: 'ignore',
    }),
  };
}

/** The settings files with which a manager loads code of the repository before it installs anything. */
export const loadingSettings: readonly {
  readonly manager: PackageManager;
  readonly file: string;
  readonly key: string;
}[] = [
  { manager: 'yarn', file: '.yarnrc.yml', key: 'plugins' },
  { manager: 'bun', file: 'bunfig.toml', key: 'scanner' },
];

/** @throws AppError `VALIDATION_ERROR` for settings that have the key, or an escape in which it may hide. */
export function requireInert(text: string, { file, key }: { readonly file: string; readonly key: string }): void {
  if (!text.includes(key) && !text.includes('\\')) return;
  const message = `The file ${file} may load a program of the repository with "${key}". Remove "${key}" and backslashes from it, or set allowScripts.`;
  throw invalid('allowScripts', message);
}

function toInstallArguments({ manager, command, args, allowScripts }: PackageCommand): readonly string[] {
  const refused = args.find((arg) => !installOptions.has(arg) && !packageSpec.test(arg));
  if (refused !== undefined) {
    const allowed = [...installOptions].join(', ');
    const message = `"${refused}" is not allowed. An installation takes names of packages of the registry, such as "zod@^4", and ${allowed}.`;
    throw invalid('args', message);
  }
  const hasPackages = args.some((arg) => packageSpec.test(arg) && !arg.startsWith('-'));
  const verb = command === 'ci' && manager !== 'npm' ? 'install' : hasPackages && manager !== 'npm' ? 'add' : command;
  return [
    verb,
    ...(verb === 'install' && command === 'ci' ? ['--frozen-lockfile'] : []),
    ...(allowScripts ? [] : toInertOptions(manager)),
    ...args,
  ];
}

function toInertOptions(manager: PackageManager): readonly string[] {
  // yarn 1 ignores this option, and yarn 4 knows no other.
  if (manager === 'yarn') return ['--mode=skip-build'];
  if (manager === 'pnpm') return ['--ignore-scripts', '--ignore-pnpmfile'];
  // The file .npmrc may name another program in place of git.
  return ['--ignore-scripts', ...(manager === 'npm' ? ['--git=git'] : [])];
}

const maxNamed = 40;

async function unknownScript(command: string, scripts: readonly string[]): Promise<AppError> {
  const { nearestNames } = await import('@shipmate/domain/search');
  const [nearest] = nearestNames(command, scripts.slice(0, 500));
  const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  const list = scripts.length === 0 ? 'It has none.' : `Scripts: ${scripts.slice(0, maxNamed).join(', ')}.`;
  return invalid(
    'command',
    `The file package.json has no script "${command}".${hint} ${list} "install" installs packages.`,
  );
}

function invalid(field: string, message: string): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message, details: { field } });
}
