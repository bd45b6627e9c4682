import type { ReportFormat } from '../report/test-report.ts';
import type { TestRunner } from './choose-runner.ts';
import {
  isOtherPath,
  isPath,
  toCargoArguments,
  toClassNames,
  toGoPackages,
  toKeywords,
  toNameExpression,
} from './test-selection.ts';

/** The options of a test run. */
interface TestOptions {
  readonly testPattern: string | undefined;
  /** The files of tests that the pattern selects. Default: none. */
  readonly files?: readonly string[];
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

/** Returns the command that runs the tests with a report. */
export function toTestCommand(
  runner: TestRunner,
  { testPattern, files = [], coverage, usesReactScripts: isReactApp = false }: TestOptions,
): TestCommand {
  const pattern = testPattern ?? '';
  const name = toNameExpression(pattern);
  /** For runners that find the files themselves. */
  const byKind = (file: readonly string[], byName: readonly string[]): readonly string[] =>
    testPattern === undefined ? [] : files.length > 0 || isOtherPath(pattern) ? (globbed ?? file) : byName;
  // None of them knows globs of paths.
  const plain = files.filter((path) => !path.startsWith('-'));
  const globbed = pattern.includes('*') && plain.length > 0 ? plain : undefined;
  /** For the others. */
  const byFiles = (file: readonly string[], byName: readonly string[]): readonly string[] =>
    testPattern === undefined ? [] : file.length > 0 ? file : byName;
  // A name in the checkout may begin with a hyphen.
  const paths = files.map((path) => `./${path}`);
  const folder = `${pattern.replaceAll(/^(?:\.\/)+|\/+$/g, '')}/`;
  const isFolder = files.length > 0 && files.every((path) => path.startsWith(folder));
  const classes = toClassNames(files);
  const onCoverage = (...args: readonly string[]): readonly string[] => (coverage ? args : []);
  const local = (program: string): string => `./node_modules/.bin/${program}`;
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
        ...byKind([pattern], ['-t', name]),
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
        // Jest takes paths for regular expressions.
        ...byKind([pattern], ['-t', name]).map((arg) => (files.length > 0 ? arg.replaceAll(/[^\w/-]/g, '.') : arg)),
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
        ...byFiles(paths, ['--grep', name]),
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
        // Node takes paths for patterns.
        ...byFiles(
          paths.map((path) => path.replaceAll(/[*?[\]{}()!+@\\]/g, '?')),
          [`--test-name-pattern=${name}`],
        ),
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
        ...onCoverage('--coverage', '--coverage-reporter=lcov', `--coverage-dir=${reports}/`),
        ...byKind([pattern], ['-t', name]),
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
        // With the paths of files.
        '-o',
        'junit_family=xunit1',
        // Else a file that cannot be loaded hides the tests of all others.
        '--continue-on-collection-errors',
        ...onCoverage('--cov', `--cov-report=lcov:${reports}/lcov.info`),
        ...byFiles(
          isFolder ? [pattern] : paths,
          isPath(pattern.replace(/::.*/, '')) ? [pattern] : ['-k', toKeywords(pattern)],
        ),
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
        ...(testPattern === undefined
          ? ['./...']
          : byFiles(isGoPackage(pattern) ? [pattern] : toGoPackages(files), [
              '-run',
              toGoExpression(pattern),
              './...',
            ])),
      ],
      format: 'go',
      report: 'stdout',
    }),
    cargo: () => ({
      program: 'cargo',
      args: () => ['test', '--no-fail-fast', ...byFiles(toCargoArguments(files), [pattern])],
      format: 'libtest',
      report: 'stdout',
    }),
    maven: () => ({
      program: 'mvn',
      args: () => [
        '--batch-mode',
        // Else the first module that fails, or has no such test, hides the others.
        '--fail-at-end',
        '-DfailIfNoTests=false',
        '-Dsurefire.failIfNoSpecifiedTests=false',
        ...byFiles(classes.length > 0 ? [`-Dtest=${classes.map((name) => name.replace(/^.*\./, '')).join(',')}`] : [], [
          `-Dtest=${toSurefireFilter(pattern)}`,
        ]),
        'test',
      ],
      format: 'junit',
      report: { folder: 'target/surefire-reports' },
    }),
    gradle: () => ({
      program: 'gradle',
      args: () => [
        '--console=plain',
        '--continue',
        'test',
        ...byFiles(
          classes.flatMap((name) => ['--tests', name]),
          ['--tests', pattern],
        ),
      ],
      format: 'junit',
      report: { folder: 'build/test-results/test' },
    }),
  };
  return commands[runner]();
}

/** Returns the expressions of a test of Go and of those within it, which slashes separate. */
function toGoExpression(pattern: string): string {
  return pattern
    .split('/')
    .map((part) => {
      const name = toNameExpression(part);
      return name === part ? part : `(?:${name})`;
    })
    .join('/');
}

/** Returns the filter of Surefire for a class, or for the methods of any class with a name such as `adds` or `adds(int)[1]`. */
function toSurefireFilter(pattern: string): string {
  const [, method] = /^([a-z_$][\w$]*)(?:[({[].*)?$/.exec(pattern) ?? [];
  return method === undefined ? pattern : `#${method}`;
}

/** Returns true for a pattern of packages, or the path of one with its host, such as `example.com/shop/cart`. */
function isGoPackage(pattern: string): boolean {
  return pattern.endsWith('...') || /^[\w-]+\.[\w.-]+\//.test(pattern);
}
