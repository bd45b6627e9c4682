import { AppError, defineTool, fenceText, type ToolContext } from '@shipmate/core/tool';
import type { CheckoutFiles } from '@shipmate/domain/repository';
import { z } from 'zod';
import type { Checkout } from '../checkout/checkout-port.ts';
import { listCheckout } from '../checkout/list-checkout.ts';
import { toPlainText } from '../kubernetes/answer/plain-text.ts';
import { maxReportBytes } from './command-limits.ts';
import { toCheckoutPlaces } from './failure-places.ts';
import { chooseRunner, type TestRunner, testRunners, usesReactScripts } from './choose-runner.ts';
import type { CommandOutcome, DevelopmentPorts } from './command-port.ts';
import {
  commandResultShape,
  commandTimeoutMs,
  describeCommand,
  fenceOutput,
  readManifest,
  runCommand,
  shownCommandChars,
  toCommandResult,
} from './command-result.ts';
import type { TestReport } from '../report/test-report.ts';
import { type TestCommand, toTestCommand } from './test-runners.ts';
import { findTestFiles } from './test-selection.ts';
import { findInstalled, openWorkingFolder, workingDirectorySchema, type WorkingFolder } from './working-folder.ts';

const statuses = ['passed', 'failed', 'no_tests', 'crashed', 'killed'] as const;
const streamedReportBytes = 4_000_000;
const shownOutputBytes = 200_000;
const noTests: TestReport = { total: 0, passed: 0, failed: 0, skipped: 0, failures: [] };
const maxReportFiles = 500;
const maxReportsBytes = 32_000_000;

export const runTests = defineTool({
  name: 'runTests',
  description:
    'Runs the tests of the repository once, with the runner that its dependencies, configuration files and script "test" name: Vitest, Jest, Mocha, node:test, ' +
    'bun, pytest, go, cargo, Maven or Gradle. testPattern selects files (a path, a folder, or a part of a path with a slash, an asterisk or an extension) or else tests by name. It runs in a sandbox with a ' +
    'time limit and without network. Returns totals, and for each failed test its file, name, message and the first place in the repository. ' +
    'status says passed only when at least one test passed and none failed, or by the exit code when a report is too large to be read; "no_tests" means that none was found or selected, and "crashed" that the ' +
    'runner ended without a report: read its output. Watch mode is not available, because it never ends.',
  effect: 'write',
  exclusive: true,
  openWorld: true,
  timeoutMs: commandTimeoutMs,
  maxResultChars: shownCommandChars,
  input: () =>
    z.object({
      testPattern: z
        .string()
        .min(1)
        .max(500)
        .refine((pattern) => !/^-|[\0\n]/.test(pattern), 'must be one line and not begin with "-"')
        .optional()
        .describe('Test file pattern or specific test'),
      watch: z.boolean().default(false).optional().describe('Must be false.'),
      coverage: z.boolean().default(false).optional().describe('Measure the coverage.'),
      workingDirectory: workingDirectorySchema(),
    }),
  output: () =>
    z.object({
      status: z.enum(statuses),
      runner: z.enum(testRunners),
      total: z.number(),
      passed: z.number(),
      failed: z.number(),
      skipped: z.number(),
      failures: z.array(
        z.object({ file: z.string().optional(), name: z.string(), message: z.string(), at: z.string().optional() }),
      ),
      coverage: z
        .object({ lines: z.number(), functions: z.number().optional(), branches: z.number().optional() })
        .optional(),
      /** Why a figure is missing, or differs from the exit code. */
      notes: z.array(z.string()),
      ...commandResultShape(),
    }),
  async execute(input, context: ToolContext<DevelopmentPorts>) {
    const { watch = false, coverage = false, workingDirectory } = input;
    if (watch) {
      throw new AppError({
        code: 'VALIDATION_ERROR',
        message: 'Watch mode waits for changes and never ends. Call runTests again after a change, with watch false.',
        details: { field: 'watch' },
      });
    }
    const { signal, ports } = context;
    const checkout = await ports.checkouts.open(context);
    const folder = await openWorkingFolder(checkout.files, { workingDirectory, signal });
    const manifest = await readManifest(folder.files, signal);
    const runner = chooseRunner({ manifest, entries: folder.levels[0]?.entries ?? new Set() });
    const reactScripts = manifest !== undefined && usesReactScripts(manifest);
    const pattern = toPatternIn(folder.path, input.testPattern);
    const selected =
      pattern === undefined
        ? []
        : await findTestFiles(folder.files, { runner, pattern, checkout, within: folder.path, signal });
    const command = toTestCommand(runner, {
      testPattern: pattern,
      files: selected,
      coverage,
      usesReactScripts: reactScripts,
    });
    const [program, ...first] = await findInstalled(checkout.files, command.program, { folder, signal });
    const started = { ...command, program, args: (reports: string) => [...first, ...command.args(reports)] };
    const { outcome, report, measured, shown, leftOut } = await runAndRead(
      { checkout, folder, command: started, coverage },
      context,
    );
    const status = toStatus(outcome, report, { runner, isComplete: leftOut.length === 0 });
    const { failures: named, ...counts } = report ?? noTests;
    const failures = await toCheckoutPlaces(named, { files: checkout.files, folder: folder.path, signal });
    // The events of a report that was read are in the failures.
    const isTold = runner === 'go' && report !== undefined;
    const output = isTold ? { ...outcome, stdout: outcome.stdout.replaceAll(/^\{.*\n?/gm, '') } : outcome;
    return {
      status,
      runner,
      ...counts,
      failures: failures.map((failure) => ({
        ...failure,
        // The reporter of Node escapes quotes twice.
        name: toPlainText(runner === 'node:test' ? failure.name.replaceAll('&quot;', '"') : failure.name),
        message: toPlainText(failure.message),
      })),
      ...(measured && { coverage: measured }),
      notes: toNotes(outcome, {
        status,
        failed: counts.failed,
        leftOut,
        isUncovered: coverage && measured === undefined,
      }),
      ...toCommandResult({ command: shown, outcome: output }),
    };
  },
  isFailure: ({ status }) => status === 'crashed' || status === 'killed',
  toModel({ status, runner, total, passed, failed, skipped, failures, coverage, notes, output, ...result }) {
    const texts = failures.map(({ file, name, message, at }) =>
      [`${file === undefined ? '' : `${file}: `}${name}${at === undefined ? '' : ` (${at})`}`, message].join('\n'),
    );
    const head = [
      `Tests ${status} (${runner}): ${total} in total, ${passed} passed, ${failed} failed, ${skipped} skipped.`,
      ...(coverage === undefined ? [] : [`Coverage of lines: ${coverage.lines} %.`]),
      ...notes,
      describeCommand(result),
    ];
    const rest = failures.length < failed ? [`${failed - failures.length} more failures are not listed.`] : [];
    return [
      head.join(' '),
      ...(texts.length === 0 ? [] : [fenceText(texts.join('\n\n'), { source: 'program' })]),
      ...rest,
      fenceOutput(output),
    ].join('\n');
  },
});

/** Returns a pattern without the path of the folder that it may begin with. */
function toPatternIn(folder: string, pattern: string | undefined): string | undefined {
  const start = `${folder}/`;
  return folder !== '' && pattern?.startsWith(start) === true && !pattern.slice(start.length).startsWith('-')
    ? pattern.slice(start.length) || '.'
    : pattern;
}

/** A run of tests. */
interface TestRun {
  readonly checkout: Checkout;
  readonly folder: WorkingFolder;
  readonly command: TestCommand;
  readonly coverage: boolean;
}

/** Runs the tests and reads the reports, which may be missing. */
async function runAndRead({ checkout, folder, command, coverage }: TestRun, context: ToolContext<DevelopmentPorts>) {
  const { program, report: place, format } = command;
  const isFile = typeof place === 'object' && 'file' in place;
  if (typeof place === 'object' && 'folder' in place) {
    await removeReports({ checkout, workingDirectory: folder.path }, place.folder, context);
  }
  let shown: readonly string[] = [];
  const args = (reports: string): readonly string[] => {
    const all = command.args(reports);
    shown = [program, ...all.map((arg) => arg.replaceAll(`${reports}/`, ''))];
    return all;
  };
  const coverageFile = coverage ? command.coverage : undefined;
  const reports = [...(isFile ? [place.file] : []), ...(coverageFile === undefined ? [] : [coverageFile])];
  const maxOutputBytes = place === 'stdout' ? streamedReportBytes : shownOutputBytes;
  const { files, path: workingDirectory } = folder;
  const outcome = await runCommand({ checkout, workingDirectory, program, args, reports, maxOutputBytes }, context);
  const { texts, leftOut } = await readReportTexts(command, { files, outcome, signal: context.signal });
  const { compute } = context.ports;
  // No files of reports are there, which Maven and Gradle write for each class of tests.
  const isUnread = texts.length === 0 && (leftOut.length > 0 || outcome.exitCode === 0);
  const parse = () => compute.run('parseTestReport', [format, texts, checkout.folder], context);
  const report = isUnread ? noTests : await parse();
  const covered = coverageFile === undefined ? undefined : outcome.reports.get(coverageFile);
  const measured = covered === undefined ? undefined : await compute.run('parseCoverage', [covered], context);
  return { outcome, report, measured, shown, leftOut };
}

/** Removes report files of earlier runs, so that none is taken for a new one. */
async function removeReports(
  place: { readonly checkout: Checkout; readonly workingDirectory: string },
  folder: string,
  context: ToolContext<DevelopmentPorts>,
): Promise<void> {
  const args = ['.', '-path', `*/${folder}/*.xml`, '-type', 'f', '-delete'];
  await runCommand({ ...place, program: 'find', args: () => args }, { ...context, report: () => undefined });
}

/** The reports of a run. */
interface ReportTexts {
  readonly texts: readonly string[];
  /** The paths of reports that are too large. */
  readonly leftOut: readonly string[];
}

async function readReportTexts(
  { report }: TestCommand,
  {
    files,
    outcome,
    signal,
  }: { readonly files: CheckoutFiles; readonly outcome: CommandOutcome; readonly signal: AbortSignal },
): Promise<ReportTexts> {
  if (report === 'stdout') return { texts: [outcome.stdout], leftOut: [] };
  if ('file' in report) {
    const text = outcome.reports.get(report.file);
    const isLarge = text === undefined && outcome.reports.has(report.file);
    return isLarge ? { texts: [], leftOut: [report.file] } : { texts: [text ?? ''], leftOut: [] };
  }
  const { paths } = await listCheckout(files, {
    signal,
    matches: (path) => path.endsWith('.xml') && `/${path}`.includes(`/${report.folder}/`),
    opens: (name) => !name.startsWith('.') && name !== 'node_modules',
    maxFolders: 5_000,
    maxFiles: maxReportFiles,
  });
  const texts: string[] = [];
  const leftOut: string[] = [];
  let left = maxReportsBytes;
  for (const path of paths) {
    const bytes = await readWithin(files, path, { maxBytes: Math.min(left, maxReportBytes), signal });
    if (bytes === undefined) leftOut.push(path);
    else {
      left -= bytes.length;
      texts.push(new TextDecoder().decode(bytes));
    }
  }
  return { texts, leftOut };
}

/** Returns `undefined` for a file that is larger. */
async function readWithin(
  files: CheckoutFiles,
  path: string,
  options: { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<Uint8Array | undefined> {
  try {
    return (await files.read(path, options)).bytes;
  } catch (thrown) {
    if (AppError.isInstance(thrown) && thrown.code === 'PAYLOAD_TOO_LARGE') return undefined;
    throw thrown;
  }
}

/** The messages of runners that found no test, on standard error. */
const noTestMessages: Partial<Record<TestRunner, RegExp>> = {
  jest: /^No tests found/m,
  mocha: /^Error: No test files found/m,
  vitest: /^No test files found/m,
  bun: /^No tests found|^The following filters did not match|matched 0 tests/m,
};

function toStatus(
  { exceeded, exitCode, stderr }: CommandOutcome,
  report: TestReport | undefined,
  { runner, isComplete }: { readonly runner: TestRunner; readonly isComplete: boolean },
): (typeof statuses)[number] {
  if (exceeded !== undefined) return 'killed';
  const foundNone = noTestMessages[runner]?.test(stderr) === true;
  if (report === undefined) return foundNone ? 'no_tests' : 'crashed';
  if (report.failed > 0) return 'failed';
  const isPytestCode = runner === 'pytest' && report.total === 0 && (exitCode === 4 || exitCode === 5);
  if (report.passed === 0 && isComplete && (foundNone || exitCode === 0 || isPytestCode)) return 'no_tests';
  return exitCode === 0 ? 'passed' : 'failed';
}

function toNotes(
  { exitCode }: CommandOutcome,
  {
    status,
    failed,
    leftOut,
    isUncovered,
  }: {
    readonly status: (typeof statuses)[number];
    readonly failed: number;
    readonly leftOut: readonly string[];
    readonly isUncovered: boolean;
  },
): string[] {
  const isComplete = leftOut.length === 0;
  return [
    ...(status === 'failed' && failed === 0 && isComplete
      ? [`No test failed, but the runner ended with exit code ${exitCode}: an error outside of tests, or a threshold.`]
      : []),
    ...(isComplete ? [] : [describeLeftOut(leftOut)]),
    ...(status === 'crashed' && isComplete ? ['The runner ended without a report.'] : []),
    ...(status === 'no_tests' ? ['No test was found, or none matches the pattern. This is not a success.'] : []),
    ...(isUncovered
      ? ['No coverage was measured: the runner has no report for it, or its coverage package is not installed.']
      : []),
  ];
}

const maxNamed = 5;

function describeLeftOut(paths: readonly string[]): string {
  const named = paths.slice(0, maxNamed).map((path) => JSON.stringify(path));
  const rest = paths.length > named.length ? ` and ${paths.length - named.length} more` : '';
  return (
    `Reports of more than ${maxReportBytes / 1_000_000} MB, or of more than ${maxReportsBytes / 1_000_000} MB together, are not read. Their tests are ` +
    `missing in the totals: ${named.join(', ')}${rest}. Select fewer tests with testPattern, or let the tests print less.`
  );
}
