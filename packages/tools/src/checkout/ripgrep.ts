import { AppError } from '@shipmate/core';
import { findCheckoutPathProblem } from '@shipmate/domain/repository';
import type { ProcessResult, RunProcessOptions } from '@shipmate/runtime/process';

/** A search in a checkout. */
interface Search {
  /** The absolute path of the checkout. */
  readonly folder: string;
  /** A glob such as `src/*.ts`, or a folder; without a slash a glob matches names in all folders. */
  readonly filePattern?: string | undefined;
  readonly signal: AbortSignal;
}

/** The files that a search found. */
interface FoundFiles {
  /** Relative to the checkout, sorted. */
  readonly paths: readonly string[];
  /** True if there are more. */
  readonly truncated: boolean;
}

/** The lines that a search found in one file. */
interface FoundLines {
  readonly path: string;
  /** From 1, ascending. */
  readonly lines: readonly number[];
}

/** Options for {@link findLines}. */
interface LineSearch extends Search {
  readonly pattern: string;
  /** Reads the pattern as a regular expression of ripgrep's own engine, which takes time linear in the text. */
  readonly isRegex: boolean;
  readonly isCaseSensitive: boolean;
  readonly includeHidden: boolean;
  readonly maxPerFile: number;
}

const timeoutMs = 20_000;

/** Without settings, links and ignore files of this machine; files over 4 MB are left out. */
const options: readonly string[] = [
  '--no-config',
  '--no-messages',
  '--no-ignore-dot',
  '--no-ignore-parent',
  '--no-ignore-global',
  '--no-require-git',
  '--no-follow',
  '--max-filesize=4M',
  '--color=never',
  '--null',
];

/** Options for {@link findFilesWith}. */
interface WordSearch extends Search {
  readonly word: string;
  /** Receives files while the search runs, in any order and possibly not all. **Contract.** It must not throw. */
  readonly onFound?: (path: string) => void;
}

/**
 * Finds the files of a checkout that contain a word, with ripgrep: without hidden, binary and ignored files.
 *
 * @throws AppError `VALIDATION_ERROR` for a pattern that ripgrep refuses, `TIMEOUT` after 20 s.
 */
export async function findFilesWith({ word, onFound, ...search }: WordSearch): Promise<FoundFiles> {
  const args = ['--files-with-matches', '--fixed-strings', '--word-regexp', '--case-sensitive', '--regexp', word];
  const onOutput = onFound && toPathReader(onFound);
  return toFiles(await runRipgrep(search, { args, maxOutputBytes: 1_000_000, ...(onOutput && { onOutput }) }));
}

/** Reads complete names from the output of ripgrep as it comes. */
function toPathReader(onFound: (path: string) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const names = `${rest}${text}`.split('\0');
    rest = names.pop() ?? '';
    for (const name of names) {
      const path = toPath(name);
      if (path !== undefined) onFound(path);
    }
  };
}

/**
 * Finds the lines that match a pattern, with ripgrep: without binary and ignored files.
 *
 * @throws AppError as {@link findFilesWith}
 */
export async function findLines(search: LineSearch): Promise<{
  readonly files: readonly FoundLines[];
  readonly truncated: boolean;
}> {
  const { pattern, isRegex, isCaseSensitive, includeHidden, maxPerFile } = search;
  const args = [
    // The lines are read later, so only their numbers are printed.
    '--line-number',
    '--no-heading',
    '--with-filename',
    '--max-columns=1',
    `--max-count=${maxPerFile}`,
    // The end of a line is before its carriage return.
    '--crlf',
    ...(isRegex ? ['--engine=default'] : ['--fixed-strings']),
    ...(isCaseSensitive ? ['--case-sensitive'] : ['--ignore-case']),
    ...(includeHidden ? hidden : []),
    '--regexp',
    pattern,
  ];
  const { stdout, truncated } = await runRipgrep(search, { args, maxOutputBytes: 4_000_000 });
  // A glob that matches a file overrides the rules that ignore or hide it.
  const { folder, filePattern, signal } = search;
  const visible =
    filePattern === undefined ? undefined : new Set((await listVisibleFiles({ folder, includeHidden, signal })).paths);
  const found = new Map<string, number[]>();
  for (const line of stdout.split('\n')) {
    const [name = '', rest] = line.split('\0', 2);
    const number = Number(/^\d+/u.exec(rest ?? '')?.[0]);
    const path = toPath(name);
    if (path === undefined || !(number > 0) || visible?.has(path) === false) continue;
    found.set(path, [...(found.get(path) ?? []), number]);
  }
  const files = [...found].map(([path, lines]) => ({ path, lines: lines.toSorted((one, other) => one - other) }));
  return { files: files.toSorted((one, other) => (one.path < other.path ? -1 : 1)), truncated };
}

/** Lists the files of a checkout that git does not ignore, tracked or not, without links. */
export async function listVisibleFiles(search: Search & { readonly includeHidden: boolean }): Promise<FoundFiles> {
  const args = ['--files', ...(search.includeHidden ? hidden : [])];
  return toFiles(await runRipgrep(search, { args, maxOutputBytes: 16_000_000 }));
}

const hidden = ['--hidden', '--glob', '!.git'];

async function runRipgrep(
  { folder, filePattern, signal }: Search,
  { args, ...output }: Pick<RunProcessOptions, 'maxOutputBytes' | 'onOutput'> & { readonly args: readonly string[] },
): Promise<ProcessResult> {
  // The package of ripgrep looks for its program when it is imported.
  const [{ rgPath }, { runProcess }] = await Promise.all([
    import('@vscode/ripgrep'),
    import('@shipmate/runtime/process'),
  ]);
  const all = [...options, ...toGlobs(filePattern), ...args, '--', '.'];
  if (all.some((argument) => argument.includes('\0'))) throw refused('it holds a NUL character');
  // Without --pre and --search-zip, ripgrep starts no programs.
  const result = await runProcess(rgPath, all, { cwd: folder, env: {}, signal, timeoutMs, isSingle: true, ...output });
  if (result.timedOut) {
    throw new AppError({
      code: 'TIMEOUT',
      message: `The search took longer than ${timeoutMs / 1_000} s. Narrow it with filePattern.`,
    });
  }
  if (result.exitCode === 2 && result.stdout === '' && result.stderr !== '') throw refused(result.stderr);
  return result;
}

/** A glob as models write it: `./src/*.ts`, or `src` for everything in that folder. */
function toGlobs(filePattern = '.'): readonly string[] {
  const glob = filePattern.replace(/^(?:\.\/+)+/u, '').replace(/\/+$/u, '');
  if (glob === '' || glob === '.') return [];
  return ['--glob', glob, '--glob', `${glob}/**`, '--glob', '!.git'];
}

function toFiles({ stdout, truncated }: ProcessResult): FoundFiles {
  // Where output was dropped, the names at the cut are incomplete.
  const names = stdout.split('\0').flatMap((name) => toPath(name) ?? []);
  return { paths: names.toSorted(), truncated };
}

function toPath(name: string): string | undefined {
  const path = name.replace(/^\.\//u, '');
  return findCheckoutPathProblem(path) === undefined ? path : undefined;
}

function refused(reason: string): AppError {
  const [path, message, fix] = reason.includes('error parsing glob')
    ? ['filePattern', 'is not a glob', 'Give a glob such as "src/**/*.ts"']
    : ['pattern', 'cannot be searched', 'Correct the regular expression, or search for plain text without regex'];
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `${path} was refused: ${reason.slice(0, 300).trim()}. ${fix}.`,
    details: { issues: [{ path, message }] },
  });
}
