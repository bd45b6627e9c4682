import { AppError, defineTool, fenceText } from '@shipmate/core';
import { parseWorkspacePath } from '@shipmate/domain/workspace/path';
import { z } from 'zod';
import { type GitToolContext, keptStart, openGit, refSchema } from './git-tool.ts';

const maxLines = 500;
const maxLineChars = 500;

const rangeSchema = z.object({
  startLine: z.number().int(),
  endLine: z.number().int(),
  /** Null for lines that are not committed. */
  hash: z.string().nullable(),
  author: z.string(),
  date: z.string(),
  summary: z.string(),
  lines: z.array(z.string()),
});

type Range = z.output<typeof rangeSchema>;

export const gitBlame = defineTool({
  name: 'gitBlame',
  description: `Shows which commit last changed each line of a file, at most ${maxLines} lines in a call.`,
  effect: 'read',
  idempotent: true,
  input: z.object({
    filePath: z.string().min(1).max(500),
    startLine: z.int().min(1).max(10_000_000).default(1),
    endLine: z.int().min(1).max(10_000_000).optional().describe(`Default: ${maxLines} lines from startLine.`),
    ref: refSchema.optional().describe('The commit whose file is read; default is the work tree.'),
  }),
  output: z.object({ filePath: z.string(), ranges: z.array(rangeSchema), truncated: z.boolean() }),
  async execute({ filePath, startLine, endLine, ref }, context: GitToolContext) {
    const path = parseWorkspacePath(filePath);
    if (endLine !== undefined && endLine < startLine) throw invalid('endLine is before startLine.', 'endLine');
    const git = await openGit(context);
    const hash = ref === undefined ? [] : [await git.commitOf(ref)];
    const last = Math.min(endLine ?? startLine + maxLines, startLine + maxLines);
    const args = ['blame', '--porcelain', '--no-textconv', `-L${startLine},${last}`, ...hash, '--', path];
    const output = await git.run(args);
    if (/file .* has only \d+ lines?/u.test(output.stderr))
      throw invalid('The file has fewer lines than startLine.', 'startLine');
    if (output.exitCode !== 0) await git.read(args);
    const ranges = parseBlame(keptStart(output));
    const shown = cutRanges(ranges, startLine + maxLines - 1);
    return { filePath, ranges: shown, truncated: output.truncated || shown.at(-1)?.endLine !== ranges.at(-1)?.endLine };
  },
  toModel({ ranges, truncated }) {
    const text = ranges.map(({ startLine, endLine, hash, author, date, summary, lines }) =>
      [
        `lines ${startLine}-${endLine}: ${hash === null ? 'not committed' : `${hash.slice(0, 12)} ${date} ${author}: ${summary}`}`,
        ...lines,
      ].join('\n'),
    );
    const head = truncated ? 'There are more lines: read on with startLine.\n' : '';
    return `${head}${fenceText(text.join('\n'), { source: 'file' })}`;
  },
});

/** Joins neighbouring lines of one commit. */
function parseBlame(output: string): Range[] {
  const ranges: Range[] = [];
  const commits = new Map<string, Pick<Range, 'author' | 'date' | 'summary'>>();
  let hash = '';
  let line = 0;
  for (const text of output.split('\n')) {
    const [, name, number] = /^([0-9a-f]{40,64}) \d+ (\d+)(?: \d+)?$/u.exec(text) ?? [];
    if (name !== undefined) {
      [hash, line] = [name, Number(number)];
      if (!commits.has(hash)) commits.set(hash, { author: '', date: '', summary: '' });
    } else if (text.startsWith('\t')) {
      const content = text.length > maxLineChars ? `${text.slice(1, maxLineChars)}…` : text.slice(1);
      const known = /^0+$/u.test(hash) ? null : hash;
      const range = ranges.at(-1);
      if (range?.hash === known && range.endLine === line - 1) {
        range.endLine = line;
        range.lines.push(content);
      } else {
        const commit = commits.get(hash) ?? { author: '', date: '', summary: '' };
        ranges.push({ startLine: line, endLine: line, hash: known, ...commit, lines: [content] });
      }
    } else {
      readField(commits.get(hash), text);
    }
  }
  return ranges;
}

function readField(commit: Pick<Range, 'author' | 'date' | 'summary'> | undefined, text: string): void {
  if (!commit) return;
  const [name = '', ...words] = text.split(' ');
  const value = words.join(' ');
  if (name === 'author') commit.author = value;
  if (name === 'author-time') commit.date = new Date(Number(value) * 1_000).toISOString();
  if (name === 'summary') commit.summary = value;
}

/** One line more than shown is read, which tells whether there is more. */
function cutRanges(ranges: readonly Range[], last: number): Range[] {
  return ranges
    .filter(({ startLine }) => startLine <= last)
    .map((range) => {
      const endLine = Math.min(range.endLine, last);
      return { ...range, endLine, lines: range.lines.slice(0, endLine - range.startLine + 1) };
    });
}

function invalid(message: string, field: string): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message, details: { field } });
}
