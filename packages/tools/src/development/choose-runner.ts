import { AppError } from '@shipmate/core/tool';
import type { PackageManifest } from './command-result.ts';

/** The programs that can run tests. */
export const testRunners = [
  'vitest',
  'jest',
  'mocha',
  'node:test',
  'bun',
  'pytest',
  'go',
  'cargo',
  'maven',
  'gradle',
] as const;
export type TestRunner = (typeof testRunners)[number];

/** The facts about a checkout that choose its runner. */
interface RunnerFacts {
  /** The names in the first folder. */
  readonly entries: ReadonlySet<string>;
  readonly manifest: PackageManifest | undefined;
}

const nodeRunners = ['vitest', 'jest', 'mocha'] as const;
const bunLocks = ['bun.lock', 'bun.lockb'];
const otherProjects: readonly (readonly [TestRunner, RegExp])[] = [
  ['go', /^go\.mod$/],
  ['cargo', /^Cargo\.toml$/],
  ['maven', /^pom\.xml$/],
  ['gradle', /^(?:build|settings)\.gradle(?:\.kts)?$/],
  ['pytest', /^(?:pytest\.ini|pyproject\.toml|setup\.(?:cfg|py)|tox\.ini|conftest\.py|requirements[\w.-]*\.txt)$/],
];

/** Packages that bring Jest. */
const jestPackages = ['jest', 'jest-cli', 'react-scripts'];

/** Packages of runners whose reports are not read. */
const unknownRunners = ['ava', 'tap', 'tape', 'jasmine', 'karma', 'qunit', 'uvu', '@japa/runner', '@web/test-runner'];

/** The script that npm writes into a new `package.json`. */
const placeholderScript = /^echo .{0,100}no test specified/i;

/**
 * Chooses the runner: the one of JavaScript that dependencies, configuration files and the script `test` name, then that of a project file
 * of another language. bun and node:test need no dependency.
 *
 * @throws AppError `NOT_FOUND` when no runner is known for the checkout.
 */
export function chooseRunner({ entries, manifest }: RunnerFacts): TestRunner {
  const names = [...entries];
  const node = manifest && chooseNodeRunner(manifest, names);
  const configured = nodeRunners.find((runner) => isConfigured(runner, names));
  const other = otherProjects.find(([, file]) => names.some((name) => file.test(name)));
  const known = node ?? configured ?? other?.[0];
  if (known !== undefined) return known;
  if (manifest !== undefined) return chooseBuiltIn(manifest, entries);
  throw unknownRunner(
    'its first folder has no package.json, go.mod, Cargo.toml, pom.xml, build.gradle or Python project.',
  );
}

function isConfigured(runner: string, names: readonly string[]): boolean {
  return names.some((name) => name.startsWith(`${runner}.config.`) || name.startsWith(`.${runner}rc`));
}

/** Returns the runner of JavaScript that a package names; of two, the one that its script `test` runs. */
function chooseNodeRunner(
  { scripts, dependencies }: PackageManifest,
  names: readonly string[],
): TestRunner | undefined {
  const script = expandScript(scripts, 'test');
  const words = toWords(script);
  const packagesOf = (runner: string): readonly string[] => (runner === 'jest' ? jestPackages : [runner]);
  const run = nodeRunners.filter((runner) => packagesOf(runner).some((name) => words.includes(name)));
  if (run.length === 0 && /\bnode\b[^;&|]*\s--test(?:\s|$)/.test(script)) return 'node:test';
  const isNamed = (runner: string): boolean =>
    packagesOf(runner).some((name) => dependencies.has(name)) || isConfigured(runner, names);
  return run.find(isNamed) ?? nodeRunners.find(isNamed) ?? run[0];
}

/** Returns the runner of a package that names none and may need none. @throws AppError `NOT_FOUND` */
function chooseBuiltIn({ scripts, dependencies }: PackageManifest, entries: ReadonlySet<string>): TestRunner {
  const script = expandScript(scripts, 'test');
  if (/\bbun test\b/.test(script)) return 'bun';
  const unknown = unknownRunners.filter((name) => dependencies.has(name));
  const runsOther = script !== '' && !placeholderScript.test(script);
  if (!runsOther && unknown.length === 0) return bunLocks.some((name) => entries.has(name)) ? 'bun' : 'node:test';
  const found = [
    ...(unknown.length === 0 ? [] : [`its package.json names ${unknown.join(', ')}`]),
    ...(runsOther ? [`its script "test" runs ${JSON.stringify(scripts['test']?.slice(0, maxScript))}`] : []),
  ];
  const fix = runsOther ? 'Run it' : 'Add a script "test" to package.json, and run it';
  throw unknownRunner(
    `${found.join(', and ')}, which is not Vitest, Jest, Mocha, "node --test" or bun. ${fix} with runPackageCommand and command "test".`,
  );
}

const maxScript = 200;

function unknownRunner(reason: string): AppError {
  return new AppError({ code: 'NOT_FOUND', message: `No test runner is known for this repository: ${reason}` });
}

/** Returns true for a package whose Jest is started, with its configuration, by react-scripts. */
export function usesReactScripts({ scripts, dependencies }: PackageManifest): boolean {
  if (toWords(expandScript(scripts, 'test')).includes('react-scripts')) return true;
  return dependencies.has('react-scripts') && !dependencies.has('jest') && !dependencies.has('jest-cli');
}

function toWords(script: string): readonly string[] {
  return script.split(/[\s;&|()"']+/).map((word) => word.replace(/^(?:\.\/)?node_modules\/\.bin\//, ''));
}

/** Returns the text of a script with the texts of the scripts that it runs. */
function expandScript(scripts: Readonly<Record<string, string>>, first: string): string {
  const found = new Set([first]);
  for (const name of found) {
    const text = Object.hasOwn(scripts, name) ? (scripts[name] ?? '') : '';
    for (const [, next = ''] of text.matchAll(/\b(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?([\w:.-]{1,100})/g)) {
      if (Object.hasOwn(scripts, next)) found.add(next);
    }
  }
  return [...found]
    .map((name) => (Object.hasOwn(scripts, name) ? scripts[name] : ''))
    .join(' ; ')
    .trim();
}
