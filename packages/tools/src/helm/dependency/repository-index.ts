import { AppError } from '@shipmate/core';
import { parseYaml } from '@shipmate/domain/yaml';
import { z } from 'zod';

/** A version of a chart in the index of a repository. */
export interface IndexEntry {
  readonly version: string;
  /** SHA-256 of the archive, in hex. */
  readonly digest: string | undefined;
  /** Of the archive, absolute or relative to the repository. */
  readonly url: string;
}

const entrySchema = z
  .object({
    version: z.coerce.string(),
    digest: z
      .string()
      .transform((digest) => digest.replace(/^sha256:/, '').toLowerCase())
      .pipe(z.string().regex(/^[0-9a-f]{64}$/))
      .optional()
      .catch(undefined),
    urls: z.tuple([z.string()], z.string()),
  })
  .transform(({ version, digest, urls: [url] }): IndexEntry => ({ version, digest, url }));

/** Reads the entries of one chart. For YAML it parses only their lines, because whole indexes are tens of megabytes. */
export function readIndexEntries(index: string, name: string): readonly IndexEntry[] {
  const entries = index.trimStart().startsWith('{') ? readJson(index, name) : readYaml(sliceEntries(index, name));
  return (Array.isArray(entries) ? entries : []).flatMap((entry) => entrySchema.safeParse(entry).data ?? []);
}

function readJson(index: string, name: string): unknown {
  try {
    const { entries } = z.object({ entries: z.record(z.string(), z.unknown()) }).parse(JSON.parse(index));
    return Object.hasOwn(entries, name) ? entries[name] : [];
  } catch (cause) {
    throw unreadable(cause);
  }
}

function readYaml(text: string): unknown {
  try {
    return parseYaml(text, { field: 'entries', maxAliases: 0, allowDuplicateKeys: true });
  } catch (cause) {
    throw unreadable(cause);
  }
}

/** Returns the lines under a key of `entries`, up to the next key at the same indentation. */
function sliceEntries(index: string, name: string): string {
  const lines = index.split('\n');
  const start = lines.findIndex((line) => /^entries:\s*$/.test(line));
  if (start < 0) throw unreadable();
  const names = new Set([`${name}:`, `"${name}":`, `'${name}':`]);
  const key = lines.findIndex(
    (line, at) => at > start && /^ +\S/.test(line) && names.has(line.trim()) && isKey(lines, at, start),
  );
  if (key < 0) return '';
  const indent = indentOf(lines[key] ?? '');
  const rest = lines.slice(key + 1);
  const end = rest.findIndex(
    (line) => line.trim() !== '' && indentOf(line) <= indent && !line.slice(indent).startsWith('-'),
  );
  return rest.slice(0, end < 0 ? undefined : end).join('\n');
}

/** Returns true if a line has the same indentation as the first one under `entries`. */
function isKey(lines: readonly string[], at: number, start: number): boolean {
  return indentOf(lines[at] ?? '') === indentOf(lines[start + 1] ?? '');
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function unreadable(cause?: unknown): AppError {
  return new AppError({ code: 'EXTERNAL_API_ERROR', message: 'The index of its repository cannot be read.', cause });
}
