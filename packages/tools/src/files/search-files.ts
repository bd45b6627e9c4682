import { Buffer } from 'node:buffer';
import { fenceText, type ToolContext } from '@shipmate/core/tool';
import { z } from 'zod';
import { defineCheckoutTool } from '../checkout/define-checkout-tool.ts';
import { findLines } from '../checkout/checkout-search.ts';
import { eachSource } from '../code/read-sources.ts';
import { type FilePorts, redact } from './file-access.ts';

const maxPerFile = 10_000;
const maxLineLength = 300;

export const searchFiles = defineCheckoutTool({
  name: 'searchFiles',
  description:
    'Searches the text of all files of the repository with ripgrep and returns the matching lines by file. pattern is plain text; with regex ' +
    'it is a regular expression (Rust syntax, no lookaround or backreferences). Ignored and binary files, files over 4 MB and .git are ' +
    'not searched, hidden files only with includeHidden. Secrets are shown as [redacted: ...]. Narrow a long answer with filePattern.',
  effect: 'read',
  idempotent: true,
  input: () =>
    z.object({
      pattern: z
        .string()
        .min(1)
        .max(1_000)
        .regex(/^[^\0\n\r]+$/u, 'must be within one line'),
      filePattern: z
        .string()
        .min(1)
        .max(200)
        .regex(/^[^\0!]/u)
        .optional()
        .describe('Files to search, for example "src", "src/**/*.ts" or "*.py".'),
      caseSensitive: z.boolean().default(true).optional(),
      regex: z.boolean().default(false).optional(),
      contextLines: z.int().min(0).max(10).default(0).optional().describe('Lines to show before and after a match.'),
      maxResults: z.int().min(1).max(1_000).default(100).optional().describe('The most matching lines.'),
      includeHidden: z.boolean().default(false).optional(),
    }),
  output: () =>
    z.object({
      matches: z.array(
        z.object({
          filePath: z.string(),
          lines: z.array(z.object({ line: z.number().int(), text: z.string(), isMatch: z.boolean() })),
        }),
      ),
      /** Matching lines that were found, listed or not, at most 10,000 of a file. */
      total: z.number().int(),
      filesWithMatches: z.number().int(),
      /** Files with matches that are not UTF-8 text, or changed meanwhile. */
      skippedFiles: z.array(z.string()),
      truncated: z.boolean(),
    }),
  async execute(input, context: ToolContext<FilePorts>) {
    const { caseSensitive = true, regex = false, contextLines = 0, maxResults = 100, includeHidden = false } = input;
    const { pattern, filePattern } = input;
    const { signal } = context;
    const checkout = await context.ports.checkouts.open(context);
    const options = { isRegex: regex, isCaseSensitive: caseSensitive, includeHidden, maxPerFile };
    const found = await findLines({ checkout, pattern, filePattern, signal, ...options });
    const total = found.files.reduce((sum, { lines }) => sum + lines.length, 0);
    const toKey = (text: string): string => (caseSensitive ? text : text.toLowerCase());
    const place = (line: string): number => (regex ? 0 : toKey(line).indexOf(toKey(pattern)));
    let room = maxResults;
    const listed = found.files.flatMap(({ path, lines }) => {
      const shown = lines.slice(0, room);
      room -= shown.length;
      return shown.length > 0 ? [{ path, shown }] : [];
    });
    const linesOf = new Map(listed.map(({ path, shown }) => [path, shown]));
    // Read again over the port, which follows no link, and whole, because a secret may have several lines.
    const matches = [];
    for await (const { path, text } of eachSource(checkout.files, [...linesOf.keys()], signal)) {
      const lines = (await redact(text, context)).split(/\r?\n/u);
      matches.push({ filePath: path, lines: withContext(lines, linesOf.get(path) ?? [], { contextLines, place }) });
    }
    const read = new Set(matches.map(({ filePath }) => filePath));
    return {
      matches,
      total,
      filesWithMatches: found.files.length,
      skippedFiles: [...linesOf.keys()].filter((path) => !read.has(path)).slice(0, 100),
      truncated: found.truncated || total > maxResults,
    };
  },
  toModel({ matches, total, filesWithMatches, skippedFiles, truncated }) {
    const head = [
      `${truncated && total >= maxPerFile ? 'At least ' : ''}${total} matching lines in ${filesWithMatches} files.`,
      ...(skippedFiles.length > 0 ? [`${skippedFiles.length} files could not be read as text.`] : []),
      ...(truncated ? ['The list was cut: narrow it with filePattern or a longer pattern.'] : []),
    ].join(' ');
    if (total === 0) return `${head} Files that git ignores are not searched.`;
    if (matches.length === 0) return head;
    const lines = matches.flatMap(({ filePath, lines: found }) =>
      found.map(({ line, text, isMatch }) => `${filePath}${isMatch ? ':' : '-'}${line}${isMatch ? ':' : '-'} ${text}`),
    );
    return `${head}\n${fenceText(lines.join('\n'), { source: 'file' })}`;
  },
});

/** The matching lines with the lines around them, each once, cut to a readable length. */
function withContext(
  lines: readonly string[],
  numbers: readonly number[],
  { contextLines, place }: { readonly contextLines: number; readonly place: (line: string) => number },
) {
  const matching = new Set(numbers);
  const shown = new Set<number>();
  for (const number of numbers) {
    for (let line = Math.max(1, number - contextLines); line <= Math.min(lines.length, number + contextLines); line++) {
      shown.add(line);
    }
  }
  return [...shown]
    .toSorted((one, other) => one - other)
    .map((line) => ({ line, text: cut(lines[line - 1] ?? '', place), isMatch: matching.has(line) }));
}

/** Cuts a line to the part around the match; as a copy, because a part of a text keeps the whole text in memory. */
function cut(line: string, place: (line: string) => number): string {
  const start = line.length > maxLineLength ? Math.max(0, place(line) - maxLineLength / 3) : 0;
  const end = start + maxLineLength;
  const text = Buffer.from(line.slice(start, end)).toString();
  return `${start > 0 ? '…' : ''}${text}${end < line.length ? '…' : ''}`;
}
