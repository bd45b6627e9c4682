import type { ReportFormat } from '../report/test-report.ts';
import type { TestRunner } from './choose-runner.ts';

/** The options of a test run. */
interface TestOptions {
  readonly testPattern: string | undefined;
  readonly coverage: boolean;
  /** True if react-scripts starts Jest. */
  readonly usesReactScripts?: boolean;
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
export function toTestCommand(
  runner: TestRunner,
  { testPattern, coverage, usesReactScripts: isReactApp = false }: TestOptions,
): TestCommand {
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
      program: local(isReactApp ? 'react-scripts' : 'jest'),
      args: (reports) => [
        ...(isReactApp ? ['test', '--watchAll=false'] : []),
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
