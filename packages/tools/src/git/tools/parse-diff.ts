import { z } from 'zod';

/** Lines of one place that changed. */
function hunkSchema() {
  return z.object({
    oldStart: z.number().int(),
    oldLines: z.number().int(),
    newStart: z.number().int(),
    newLines: z.number().int(),
    /** The lines with `+`, `-` or a space before each. */
    text: z.string(),
  });
}

/** A changed file. */
export function changedFileSchema() {
  return z.object({
    path: z.string(),
    /** The path before a rename or copy. */
    oldPath: z.string().optional(),
    status: z.enum(['added', 'modified', 'deleted', 'renamed', 'copied', 'type-changed', 'conflicted']),
    additions: z.number().int(),
    deletions: z.number().int(),
    binary: z.boolean(),
    hunks: z.array(hunkSchema()),
  });
}

type Hunk = z.output<ReturnType<typeof hunkSchema>>;
export type ChangedFile = z.output<ReturnType<typeof changedFileSchema>>;

const statuses: Readonly<Record<string, ChangedFile['status']>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type-changed',
  U: 'conflicted',
};

/** Parses the output of `git diff --raw --numstat -z`: the raw lines of all files, then their counts. */
export function parseChangedFiles(output: string): ChangedFile[] {
  const fields = output.split('\0').values();
  const next = (): string => fields.next().value ?? '';
  const files = new Map<string, ChangedFile>();
  for (const field of fields) {
    const [, letter] = /^:\d+ \d+ [0-9a-f]+ [0-9a-f]+ ([A-Z])\d*$/u.exec(field) ?? [];
    if (letter === undefined) {
      readCounts(files, field, next);
      continue;
    }
    const oldPath = letter === 'R' || letter === 'C' ? next() : undefined;
    const path = next();
    // A conflicted file has a line for the conflict, and one for its content in the work tree.
    if (files.get(path)?.status === 'conflicted') continue;
    const counts = { additions: 0, deletions: 0, binary: false, hunks: [] };
    const status = statuses[letter] ?? 'modified';
    files.set(path, { path, ...(oldPath !== undefined && { oldPath }), status, ...counts });
  }
  return [...files.values()];
}

/** Reads the counts of a file; both names of a renamed one follow as fields. */
function readCounts(files: ReadonlyMap<string, ChangedFile>, field: string, next: () => string): void {
  const [, added, deleted, name] = /^(\d+|-)\t(\d+|-)\t([^]*)$/u.exec(field) ?? [];
  if (added === undefined || deleted === undefined || name === undefined) return;
  if (name === '') next();
  const file = files.get(name === '' ? next() : name);
  if (!file) return;
  file.binary = added === '-';
  file.additions = file.binary ? 0 : Number(added);
  file.deletions = file.binary ? 0 : Number(deleted);
}

/** How much of a patch is kept. */
interface PatchBounds {
  /** Characters of all hunks. */
  readonly maxChars: number;
  /** Characters of a line. */
  readonly maxLineChars: number;
}

/**
 * Parses the output of `git diff --patch` into hunks by path. Lines of files begin with a space, `+`, `-` or `\`, so no file can
 * contain a line that reads as a header.
 */
export function parseHunks(
  patch: string,
  { maxChars, maxLineChars }: PatchBounds,
): { readonly hunks: ReadonlyMap<string, Hunk[]>; readonly truncated: boolean } {
  const hunks = new Map<string, Hunk[]>();
  let path: string | undefined;
  let hunk: (Hunk & { readonly lines: string[] }) | undefined;
  let room = maxChars;
  let truncated = false;
  const end = (): void => {
    if (hunk === undefined || path === undefined) return;
    const { lines, ...rest } = hunk;
    hunks.set(path, [...(hunks.get(path) ?? []), { ...rest, text: lines.join('\n') }]);
    hunk = undefined;
  };
  for (const line of linesOf(patch)) {
    if (line.startsWith('diff --')) {
      end();
      path = undefined;
    } else if (line.startsWith('@@')) {
      end();
      hunk = room > 0 ? toHunk(line) : undefined;
      truncated ||= room <= 0;
    } else if (hunk === undefined) {
      path = pathOf(line) ?? path;
    } else if (/^[ +\-\\]/u.test(line)) {
      const isLong = line.length > maxLineChars;
      truncated ||= isLong || room <= 0;
      if (room > 0) hunk.lines.push(isLong ? `${line.slice(0, maxLineChars)}…` : line);
      room -= Math.min(line.length, maxLineChars) + 1;
    }
  }
  end();
  return { hunks, truncated };
}

function* linesOf(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf('\n', start);
    yield text.slice(start, end < 0 ? undefined : end);
    if (end < 0) return;
    start = end + 1;
  }
}

function toHunk(line: string): (Hunk & { readonly lines: string[] }) | undefined {
  const [, oldStart, oldLines = '1', newStart, newLines = '1'] =
    /^@@+ -(\d+)(?:,(\d+))? (?:-\d+(?:,\d+)? )*\+(\d+)(?:,(\d+))? @@/u.exec(line) ?? [];
  if (oldStart === undefined) return undefined;
  const place = { oldStart: Number(oldStart), oldLines: Number(oldLines) };
  return { ...place, newStart: Number(newStart), newLines: Number(newLines), text: '', lines: [] };
}

/** The path in `--- a/path` or `+++ b/path`; the new one comes last. Names with control characters or quotes are in quotes. */
function pathOf(line: string): string | undefined {
  const [, quoted, plain] = /^(?:---|\+\+\+) (?:("(?:[^"\\]|\\.)*")|([^]*?))\t?$/u.exec(line) ?? [];
  const name = quoted === undefined ? plain : unquote(quoted);
  return name === undefined || name === '/dev/null' ? undefined : name.replace(/^[ab]\//u, '');
}

const escapes: Readonly<Record<string, string>> = { a: '\x07', b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r' };

function unquote(quoted: string): string {
  return quoted
    .slice(1, -1)
    .replaceAll(/\\(?:([0-7]{3})|(.))/gu, (_all, octal: string | undefined, letter: string | undefined) =>
      octal === undefined ? (escapes[letter ?? ''] ?? letter ?? '') : String.fromCharCode(Number.parseInt(octal, 8)),
    );
}
