import { AppError } from '@shipmate/core';
import type { PackageManifest } from './command-result.ts';
import type { ReportFormat } from '../report/test-report.ts';

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
type TestRunner = (typeof testRunners)[number];

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

/**
 * Chooses the runner: by dependencies and configuration files of JavaScript, then by the project files of other languages; node:test
 * and bun need no dependency. The text of the script `test` is not read.
 *
 * @throws AppError `NOT_FOUND` when no runner is known for the checkout.
 */
export function chooseRunner({ entries, manifest }: RunnerFacts): TestRunner {
  const names = [...entries];
  const isConfigured = (runner: string): boolean =>
    manifest?.dependencies.has(runner) === true ||
    names.some((name) => name.startsWith(`${runner}.config.`) || name.startsWith(`.${runner}rc`));
  const node = nodeRunners.find(isConfigured);
  if (node !== undefined) return node;
  const other = otherProjects.find(([, file]) => names.some((name) => file.test(name)));
  if (manifest === undefined && other !== undefined) return other[0];
  if (manifest !== undefined) return bunLocks.some((name) => entries.has(name)) ? 'bun' : 'node:test';
  throw new AppError({
    code: 'NOT_FOUND',
    message:
      'No test runner is known for this repository: its first folder has no package.json, go.mod, Cargo.toml, pom.xml, build.gradle or Python project.',
  });
}

/** The options of a test run. */
interface TestOptions {
  readonly testPattern: string | undefined;
  readonly coverage: boolean;
}

/** The command of a test run and its reports. */
export interface TestCommand {
  readonly program: string;
  args(reports: string): readonly string[];
  readonly format: ReportFormat;
  /**
   * The place of the report: a file in the folder for reports, standard output, or files in the checkout whose path ends so. The latter are
   * removed first.
   */
  readonly report: { readonly file: string } | 'stdout' | { readonly folder: string };
  /** The coverage report in the folder for reports; absent for a runner without one. */
  readonly coverage?: string;
}

const junit = 'junit.xml';

/** Returns true for a pattern that selects files; others select tests by name. */
function isPath(pattern: string): boolean {
  return /[/\\*]|\.[a-z]{1,5}$/i.test(pattern);
}

/** Returns the command that runs the tests with a report. */
export function toTestCommand(runner: TestRunner, { testPattern, coverage }: TestOptions): TestCommand {
  const byKind = (file: readonly string[], name: readonly string[]): readonly string[] =>
    testPattern === undefined ? [] : isPath(testPattern) ? file : name;
  const pattern = testPattern ?? '';
  const onCoverage = (...args: readonly string[]): readonly string[] => (coverage ? args : []);
  const local = (name: string): string => `./node_modules/.bin/${name}`;
  const commands: Readonly<Record<TestRunner, () => TestCommand>> = {
    vitest: () => ({
      program: local('vitest'),
      args: (reports) => [
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${reports}/jest.json`,
        ...onCoverage(
          '--coverage',
          '--coverage.reporter=json-summary',
          `--coverage.reportsDirectory=${reports}/coverage`,
        ),
        ...byKind([pattern], ['-t', pattern]),
      ],
      format: 'jest',
      report: { file: 'jest.json' },
      coverage: 'coverage/coverage-summary.json',
    }),
    jest: () => ({
      program: local('jest'),
      args: (reports) => [
        '--ci',
        '--json',
        `--outputFile=${reports}/jest.json`,
        ...onCoverage('--coverage', '--coverageReporters=json-summary', `--coverageDirectory=${reports}/coverage`),
        ...byKind([pattern], ['-t', pattern]),
      ],
      format: 'jest',
      report: { file: 'jest.json' },
      coverage: 'coverage/coverage-summary.json',
    }),
    mocha: () => ({
      program: local('mocha'),
      args: (reports) => [
        '--reporter',
        'xunit',
        '--reporter-option',
        `output=${reports}/${junit}`,
        ...byKind([pattern], ['--grep', pattern]),
      ],
      format: 'junit',
      report: { file: junit },
    }),
    'node:test': () => ({
      program: 'node',
      args: (reports) => [
        '--test',
        '--test-reporter=spec',
        '--test-reporter-destination=stdout',
        '--test-reporter=junit',
        `--test-reporter-destination=${reports}/${junit}`,
        ...onCoverage(
          '--experimental-test-coverage',
          '--test-reporter=lcov',
          `--test-reporter-destination=${reports}/lcov.info`,
        ),
        ...byKind([pattern], [`--test-name-pattern=${pattern}`]),
      ],
      format: 'junit',
      report: { file: junit },
      coverage: 'lcov.info',
    }),
    bun: () => ({
      program: 'bun',
      args: (reports) => [
        'test',
        '--reporter=junit',
        `--reporter-outfile=${reports}/${junit}`,
        ...onCoverage('--coverage', '--coverage-reporter=lcov', `--coverage-dir=${reports}`),
        ...byKind([pattern], ['-t', pattern]),
      ],
      format: 'junit',
      report: { file: junit },
      coverage: 'lcov.info',
    }),
    pytest: () => ({
      program: 'python3',
      args: (reports) => [
        '-m',
        'pytest',
        '-p',
        'no:cacheprovider',
        `--junitxml=${reports}/${junit}`,
        '-o',
        'junit_family=xunit2',
        ...onCoverage('--cov', `--cov-report=lcov:${reports}/lcov.info`),
        ...byKind([pattern], ['-k', pattern]),
      ],
      format: 'junit',
      report: { file: junit },
      coverage: 'lcov.info',
    }),
    go: () => ({
      program: 'go',
      args: () => [
        'test',
        '-json',
        ...(testPattern === undefined ? ['./...'] : byKind([pattern], ['-run', pattern, './...'])),
      ],
      format: 'go',
      report: 'stdout',
    }),
    cargo: () => ({
      program: 'cargo',
      args: () => ['test', '--no-fail-fast', ...(testPattern === undefined ? [] : [pattern])],
      format: 'libtest',
      report: 'stdout',
    }),
    maven: () => ({
      program: 'mvn',
      args: () => ['--batch-mode', ...(testPattern === undefined ? [] : [`-Dtest=${pattern}`]), 'test'],
      format: 'junit',
      report: { folder: 'target/surefire-reports' },
    }),
    gradle: () => ({
      program: 'gradle',
      args: () => ['--console=plain', 'test', ...(testPattern === undefined ? [] : ['--tests', pattern])],
      format: 'junit',
      report: { folder: 'build/test-results/test' },
    }),
  };
  return commands[runner]();
}
