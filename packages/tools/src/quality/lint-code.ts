import { defineTool, fenceText, type ToolContext } from '@shipmate/core/tool';
import { z } from 'zod';
import { maxReportBytes } from '../development/command-limits.ts';
import type { CommandOutcome, DevelopmentPorts } from '../development/command-port.ts';
import {
  commandResultShape,
  commandTimeoutMs,
  describeCommand,
  fenceOutput,
  runCommand,
  shownCommandChars,
  toCommandResult,
} from '../development/command-result.ts';
import { toPlainText } from '../kubernetes/answer/plain-text.ts';
import type { LintFormat, LintReport } from '../report/lint-report.ts';
import { workingDirectorySchema } from '../development/working-folder.ts';
import { openProgram, qualityPathSchema, toCheckoutPath } from './quality-program.ts';

const linters = ['eslint', 'biome'] as const;
const maxOutputBytes = 4_000_000;
const report = 'eslint.json';

/** The arguments of a linter and the place of its report: a file, or standard output. */
interface LinterCall {
  readonly options: readonly string[];
  readonly fixing: string;
  readonly reports: readonly string[];
  readonly format: LintFormat;
}

const calls: Readonly<Record<(typeof linters)[number], LinterCall>> = {
  eslint: { options: ['--no-color', '--format', 'json'], fixing: '--fix', reports: [report], format: 'eslint' },
  biome: {
    options: ['lint', '--colors=off', '--reporter=github'],
    fixing: '--write',
    reports: [],
    format: 'github',
  },
};

const statuses = ['clean', 'problems', 'crashed', 'killed'] as const;

export const lintCode = defineTool({
  name: 'lintCode',
  description:
    "Checks the code with the repository's own linter, ESLint or Biome, and its configuration, in a sandbox without network. Returns the number of " +
    'errors and warnings, and for each problem its file, line, rule and message. With fix the linter repairs what it can: look at the change ' +
    'with gitDiff. status "crashed" means that there is no report: read the output; a report that is too large is named in notes.',
  effect: 'write',
  exclusive: true,
  openWorld: true,
  timeoutMs: commandTimeoutMs,
  maxResultChars: shownCommandChars,
  input: () =>
    z.object({
      filePath: qualityPathSchema(),
      fix: z.boolean().default(false).optional().describe('Repair the problems that the linter can repair safely.'),
      workingDirectory: workingDirectorySchema(),
    }),
  output: () =>
    z.object({
      status: z.enum(statuses),
      linter: z.enum(linters),
      errors: z.number().int(),
      warnings: z.number().int(),
      problems: z.array(
        z.object({
          file: z.string(),
          line: z.number().int(),
          column: z.number().int(),
          severity: z.enum(['error', 'warning']),
          rule: z.string().nullable(),
          message: z.string(),
        }),
      ),
      /** What is not counted, and why. */
      notes: z.array(z.string()),
      ...commandResultShape(),
    }),
  async execute({ fix = false, ...call }, context: ToolContext<DevelopmentPorts>) {
    const { name: linter, start, checkout, folder, place } = await openProgram(call, linters, context);
    const { options, fixing, reports, format } = calls[linter];
    const given = [...options, ...(fix ? [fixing] : []), place];
    const [program, ...first] = start;
    const toReport = (to: string) => reports.flatMap((name) => ['--output-file', `${to}/${name}`]);
    const args = (to: string) => [...first, ...toReport(to), ...given];
    const command = { checkout, workingDirectory: folder.path, program, args, reports, maxOutputBytes };
    const outcome = await runCommand(command, context);
    const isUnread = outcome.reports.has(report) && outcome.reports.get(report) === undefined;
    const text = reports.length === 0 ? outcome.stdout : (outcome.reports.get(report) ?? '');
    const parsed = await context.ports.compute.run('parseLintReport', [format, text, checkout.folder], context);
    const status = toStatus(outcome, parsed, isUnread);
    const isCut = reports.length === 0 && outcome.truncated;
    const { errors, warnings, problems } = parsed ?? { errors: 0, warnings: 0, problems: [] };
    // The lines of a report that was read are in the problems.
    const shown = status === 'problems' && reports.length === 0 ? { ...outcome, stdout: '' } : outcome;
    return {
      status,
      linter,
      errors,
      warnings,
      problems: problems.map(({ file, message, ...problem }) => ({
        ...problem,
        file: toCheckoutPath(file, folder),
        message: toPlainText(message),
      })),
      notes: [...(isUnread ? [unread] : []), ...(isCut ? [cut] : [])],
      ...toCommandResult({ command: [...start, ...given], outcome: shown }),
    };
  },
  isFailure: ({ status }) => status === 'crashed' || status === 'killed',
  toModel({ status, linter, errors, warnings, problems, notes, output, ...result }) {
    const counts = notes.length > 0 && errors + warnings === 0 ? [] : [`${errors} errors, ${warnings} warnings.`];
    const head = `Lint ${status} (${linter}): ${[...counts, ...notes].join(' ')} ${describeCommand(result)}`;
    const lines = problems.map(
      ({ file, line, column, severity, rule, message }) =>
        `${file}:${line}:${column} ${severity} ${rule ?? 'syntax'} ${message}`,
    );
    const rest = problems.length < errors + warnings ? ['More problems are not listed: name a file or a folder.'] : [];
    const listed = lines.length === 0 ? [] : [fenceText(lines.join('\n'), { source: 'program' })];
    return [head, ...listed, ...rest, ...(status === 'clean' ? [] : [fenceOutput(output)])].join('\n');
  },
});

const unread =
  `The report has more than ${maxReportBytes / 1_000_000} MB and is not read, so its problems are not counted. ` +
  'Name a file or a folder in filePath.';

const cut =
  `The output has more than ${maxOutputBytes / 1_000_000} MB and is cut in the middle, so not all problems are counted. ` +
  'Name a file or a folder in filePath.';

/** A linter that ends with an error and names no problem has not checked the code. It ends with 0 despite warnings. */
function toStatus(
  { exceeded, exitCode }: CommandOutcome,
  found: LintReport | undefined,
  isUnread: boolean,
): (typeof statuses)[number] {
  if (exceeded !== undefined) return 'killed';
  if (isUnread && (exitCode === 0 || exitCode === 1)) return 'problems';
  if (found === undefined) return 'crashed';
  if (found.errors + found.warnings > 0) return 'problems';
  return exitCode === 0 ? 'clean' : 'crashed';
}
