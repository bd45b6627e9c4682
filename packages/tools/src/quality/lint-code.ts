import { defineTool, fenceText, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import type { DevelopmentPorts } from '../development/command-port.ts';
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
import { chooseProgram, qualityPathSchema, toArgument } from './quality-program.ts';

const linters = ['eslint', 'biome'] as const;
const maxReportBytes = 4_000_000;
const report = 'eslint.json';

export const lintCode = defineTool({
  name: 'lintCode',
  description:
    "Checks the code with the repository's own linter, ESLint or Biome, and its configuration, in a sandbox without network. Returns the number of " +
    'errors and warnings, and for each problem its file, line, rule and message. With fix the linter repairs what it can: look at the change ' +
    'with gitDiff. status "crashed" means that there is no report: read the output.',
  effect: 'write',
  exclusive: true,
  openWorld: true,
  timeoutMs: commandTimeoutMs,
  maxResultChars: shownCommandChars,
  input: z.object({
    filePath: qualityPathSchema,
    fix: z.boolean().default(false).optional().describe('Repair the problems that the linter can repair safely.'),
  }),
  output: z.object({
    status: z.enum(['clean', 'problems', 'crashed', 'killed']),
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
    ...commandResultShape,
  }),
  async execute({ filePath, fix = false }, context: ToolContext<DevelopmentPorts>) {
    const checkout = await context.ports.checkouts.open(context);
    const place = toArgument(filePath);
    const { name: linter, path: program } = await chooseProgram(checkout, linters, context.signal);
    const isEslint = linter === 'eslint';
    const fixes = fix ? [isEslint ? '--fix' : '--write'] : [];
    const options = isEslint ? ['--no-color', '--format', 'json'] : ['lint', '--colors=off', '--reporter=github'];
    const shown = [program, ...options, ...fixes, place];
    const args = (reports: string) =>
      isEslint ? [...options, '--output-file', `${reports}/${report}`, ...fixes, place] : shown.slice(1);
    const given = isEslint ? { reports: [report] } : { maxOutputBytes: maxReportBytes };
    const outcome = await runCommand({ checkout, program, args, ...given }, context);
    const text = isEslint ? (outcome.reports.get(report) ?? '') : outcome.stdout;
    const { compute } = context.ports;
    const format = isEslint ? 'eslint' : 'github';
    const parsed = await compute.run('parseLintReport', [format, text, checkout.folder], context);
    const found = parsed ?? { errors: 0, warnings: 0, problems: [] };
    const isSilent = found.errors + found.warnings === 0;
    // A linter that ends with an error and names no problem has not checked the code.
    const hasCrashed = parsed === undefined || (isSilent && outcome.exitCode !== 0);
    const ended = hasCrashed ? ('crashed' as const) : isSilent ? ('clean' as const) : ('problems' as const);
    return {
      status: outcome.exceeded === undefined ? ended : ('killed' as const),
      linter,
      ...found,
      problems: found.problems.map((problem) => ({ ...problem, message: toPlainText(problem.message) })),
      ...toCommandResult({ command: shown, outcome: isEslint || hasCrashed ? outcome : { ...outcome, stdout: '' } }),
    };
  },
  isFailure: ({ status }) => status === 'crashed' || status === 'killed',
  toModel({ status, linter, errors, warnings, problems, output, ...result }) {
    const head = `Lint ${status} (${linter}): ${errors} errors, ${warnings} warnings. ${describeCommand(result)}`;
    const lines = problems.map(
      ({ file, line, column, severity, rule, message }) =>
        `${file}:${line}:${column} ${severity} ${rule ?? 'syntax'} ${message}`,
    );
    const rest = problems.length < errors + warnings ? ['More problems are not listed: name a file or a folder.'] : [];
    const listed = lines.length === 0 ? [] : [fenceText(lines.join('\n'), { source: 'program' })];
    return [head, ...listed, ...rest, ...(status === 'clean' ? [] : [fenceOutput(output)])].join('\n');
  },
});
