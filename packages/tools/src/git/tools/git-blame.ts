import { fenceText } from '@shipmate/core/tool';
import { parseCheckoutPath } from '@shipmate/domain/repository';
import { z } from 'zod';
import { defineGitTool, type GitToolContext, keptStart, fieldError, openGit, refSchema } from './git-tool.ts';

const maxLines = 500;
const maxLineChars = 500;
/** Lines that are read around those that are shown, because a part of a private key is not recognized. */
const margin = 100;

function rangeSchema() {
  return z.object({
    startLine: z.number().int(),
    endLine: z.number().int(),
    /** Null for lines that are not committed. */
    hash: z.string().nullable(),
    author: z.string(),
    date: z.string(),
    summary: z.string(),
    lines: z.array(z.string()),
  });
}

type Range = z.output<ReturnType<typeof rangeSchema>>;

export const gitBlame = defineGitTool({
  name: 'gitBlame',
  description: `Shows which commit last changed each line of a file, at most ${maxLines} lines in a call.`,
  effect: 'read',
  idempotent: true,
  input: () =>
    z.object({
      filePath: z.string().min(1).max(500),
      startLine: z.int().min(1).max(10_000_000).default(1),
      endLine: z.int().min(1).max(10_000_000).optional().describe(`Default: ${maxLines} lines from startLine.`),
      ref: refSchema().optional().describe('The commit whose file is read; default is the work tree.'),
    }),
  output: () => z.object({ filePath: z.string(), ranges: z.array(rangeSchema()), truncated: z.boolean() }),
  async execute({ filePath, startLine, endLine, ref }, context: GitToolContext) {
    const path = parseCheckoutPath(filePath, 'filePath');
    if (endLine !== undefined && endLine < startLine) throw fieldError('endLine', 'endLine is before startLine.');
    const git = await openGit(context);
    const commit = await git.commitOf(ref ?? 'HEAD');
    const hash = ref === undefined ? [] : [commit];
    // One line more than is shown tells whether there is more.
    const last = Math.min(endLine ?? startLine + maxLines, startLine + maxLines);
    const read = `-L${Math.max(1, startLine - margin)},${last + margin}`;
    const args = ['blame', '--porcelain', '--no-textconv', read, ...hash, '--', path];
    const output = await git.run(args);
    const isShort = /file .* has only \d+ lines?/u.test(output.stderr);
    if (output.exitCode !== 0 && !isShort) await git.read(args);
    const lines = parseBlame(keptStart(output));
    const texts = (await git.redact(lines.map(({ text }) => text).join('\n'))).split('\n');
    const redacted = lines.map((each, index) => ({ ...each, text: texts[index] ?? '' }));
    const wanted = redacted.filter(({ line }) => line >= startLine && line <= last);
    if (startLine > 1 && (isShort || (wanted.length === 0 && !output.truncated))) {
      throw fieldError('startLine', 'The file has fewer lines than startLine.');
    }
    const shown = wanted.slice(0, maxLines);
    return { filePath, ranges: toRanges(shown), truncated: output.truncated || shown.length < wanted.length };
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

type Commit = Pick<Range, 'author' | 'date' | 'summary'>;

/** A line with the commit that last changed it. */
interface BlamedLine {
  readonly line: number;
  readonly hash: string | null;
  readonly commit: Commit;
  readonly text: string;
}

function parseBlame(output: string): BlamedLine[] {
  const lines: BlamedLine[] = [];
  const commits = new Map<string, Commit>();
  let hash = '';
  let line = 0;
  for (const text of output.split('\n')) {
    const [, name, number] = /^([0-9a-f]{40,64}) \d+ (\d+)(?: \d+)?$/u.exec(text) ?? [];
    const commit = commits.get(hash) ?? { author: '', date: '', summary: '' };
    if (name !== undefined) {
      [hash, line] = [name, Number(number)];
      if (!commits.has(hash)) commits.set(hash, { author: '', date: '', summary: '' });
    } else if (text.startsWith('\t')) {
      lines.push({ line, hash: /^0+$/u.test(hash) ? null : hash, commit, text: text.slice(1) });
    } else {
      readField(commit, text);
    }
  }
  return lines;
}

/** Joins neighbouring lines of one commit. */
function toRanges(lines: readonly BlamedLine[]): Range[] {
  const ranges: Range[] = [];
  for (const { line, hash, commit, text } of lines) {
    const content = text.length > maxLineChars ? `${text.slice(0, maxLineChars)}…` : text;
    const range = ranges.at(-1);
    if (range?.hash === hash && range.endLine === line - 1) {
      range.endLine = line;
      range.lines.push(content);
    } else {
      ranges.push({ startLine: line, endLine: line, hash, ...commit, lines: [content] });
    }
  }
  return ranges;
}

function readField(commit: Commit, text: string): void {
  const [name = '', ...words] = text.split(' ');
  const value = words.join(' ');
  if (name === 'author') commit.author = value;
  if (name === 'author-time') commit.date = toDate(Number(value) * 1_000);
  if (name === 'summary') commit.summary = value;
}

/** Git keeps any number; there are dates up to the year 275760. */
function toDate(ms: number): string {
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : '';
}
