import { AppError } from '@shipmate/core/tool';
import { findCheckoutPathProblem } from '@shipmate/domain/repository';
import type { Checkout, RipgrepCall, SearchOutput } from './checkout-port.ts';

/** A search in a checkout: without links, and files that git ignores and does not track. */
interface Search extends Pick<RipgrepCall, 'within' | 'signal'> {
  readonly checkout: Pick<Checkout, 'files' | 'ripgrep' | 'listTracked'>;
  /** A glob such as `src/*.ts`, or a folder; without a slash a glob matches names in all folders. */
  readonly filePattern?: string | undefined;
  readonly includeHidden?: boolean;
}

/** The files that a search found. */
interface FoundFiles {
  /** Relative to the searched folder, sorted. */
  readonly paths: readonly string[];
  /** True if there are more. */
  readonly truncated: boolean;
}

/** Options for {@link findFilesWith}. */
interface WordSearch extends Omit<Search, 'includeHidden'> {
  readonly word: string;
  /** Receives files while the search runs: in any order, possibly not all, and some that are ignored. **Contract.** It must not throw. */
  readonly onFound?: (path: string) => void;
}

/** Options for {@link findLines}. */
interface LineSearch extends Search {
  readonly pattern: string;
  /** Reads the pattern as a regular expression of ripgrep's own engine, which takes time linear in the text. */
  readonly isRegex: boolean;
  readonly isCaseSensitive: boolean;
  readonly maxPerFile: number;
}

/** What ripgrep prints about each file. */
interface Question extends Pick<RipgrepCall, 'args' | 'maxOutputBytes'> {
  readonly onFound?: WordSearch['onFound'] | undefined;
}

/** Finds the files that contain a word, without binary files, and without hidden ones unless the pattern names some. */
export async function findFilesWith({ word, onFound, ...given }: WordSearch): Promise<FoundFiles> {
  const search = { ...given, includeHidden: hiddenName.test(given.filePattern ?? '') };
  const words = ['--fixed-strings', '--word-regexp', '--case-sensitive', '--regexp', word];
  const args = ['--files-with-matches', ...toHidden(search), ...words];
  const { stdout, truncated, isFound } = await ask(search, { args, maxOutputBytes: 1_000_000, onFound });
  return { paths: toPaths(stdout).filter(isFound), truncated };
}

/** Finds the lines that match a pattern, without binary files; the numbers of a file ascend from 1. */
export async function findLines(search: LineSearch): Promise<{
  readonly files: readonly { readonly path: string; readonly lines: readonly number[] }[];
  readonly truncated: boolean;
}> {
  const { pattern, isRegex, isCaseSensitive, maxPerFile } = search;
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
    ...toHidden(search),
    '--regexp',
    pattern,
  ];
  const { stdout, truncated, isFound } = await ask(search, { args, maxOutputBytes: 4_000_000 });
  const found = new Map<string, Set<number>>();
  for (const line of stdout.split('\n')) {
    const [name = '', rest] = line.split('\0', 2);
    const number = Number(/^\d+/u.exec(rest ?? '')?.[0]);
    const path = toPath(name);
    if (path === undefined || !(number > 0) || !isFound(path)) continue;
    found.set(path, (found.get(path) ?? new Set()).add(number));
  }
  const files = [...found].map(([path, lines]) => ({ path, lines: [...lines].toSorted((one, other) => one - other) }));
  return { files: files.toSorted((one, other) => (one.path < other.path ? -1 : 1)), truncated };
}

/** Lists the files that are not ignored, tracked or not. */
export async function listVisibleFiles(search: Search): Promise<FoundFiles> {
  const { stdout, truncated } = await ask(search, toListing(search), false);
  return { paths: toPaths(stdout), truncated };
}

const hiddenName = /(?:^|\/)\.[^./]/u;

function toHidden({ includeHidden }: Pick<Search, 'includeHidden'>): readonly string[] {
  return includeHidden === true ? ['--hidden', '--glob=!.git'] : [];
}

function toListing(search: Search): Question {
  return { args: ['--files', ...toHidden(search)], maxOutputBytes: 16_000_000 };
}

/** Asks about all files of a search. `isFound` is false for those that only the pattern includes, although they are ignored or hidden. */
async function ask(search: Search, question: Question, filters = true) {
  const globs = toGlobs(await toLiteral(search));
  const [main, tracked] = await Promise.allSettled([
    print(search, question, globs),
    askTracked(search, question, globs),
  ]);
  if (main.status === 'rejected') throw main.reason;
  if (tracked.status === 'rejected') throw tracked.reason;
  const visible = filters && globs.length > 0 ? await print(search, toListing(search), []) : undefined;
  const known = visible && new Set([...toPaths(visible.stdout), ...tracked.value.paths]);
  return {
    stdout: `${main.value.stdout}${tracked.value.stdout}`,
    truncated: [main.value, tracked.value, visible].some((part) => part?.truncated),
    isFound: (path: string): boolean => known?.has(path) !== false,
  };
}

/** Asks about the files that are tracked and ignored. Returns them with the output. */
async function askTracked(search: Search, question: Question, globs: readonly string[]) {
  const { checkout, within, signal, includeHidden } = search;
  const listed = await checkout.listTracked(signal);
  const start = within ? `${within}/` : '';
  const paths = toPaths(listed.stdout)
    .filter((path) => path.startsWith(start))
    .map((path) => path.slice(start.length))
    .filter((path) => includeHidden === true || !hiddenName.test(path));
  const found = { paths, stdout: '', truncated: listed.truncated };
  for (const { files, folders } of toGroups(paths)) {
    const named = globs.length > 0 ? globs : files;
    const { stdout, truncated } = await print(search, question, [...named, '!*/', ...folders]);
    found.stdout += stdout;
    found.truncated ||= truncated;
  }
  return found;
}

/** The system limits the arguments of a program. */
const maxGlobs = 500_000;

/** Returns the globs of files and of the folders above them, in groups that fit into a command. */
function* toGroups(paths: readonly string[]) {
  let [files, folders, length] = [[] as string[], new Set<string>(), 0];
  for (const path of paths) {
    const glob = `/${path.replaceAll(/[\\*?[\]{}! ]/gu, String.raw`\$&`)}`;
    files.push(glob);
    for (let end = glob.length; end > 0; end = glob.lastIndexOf('/', end - 1)) {
      if (end < glob.length) folders.add(glob.slice(0, end + 1));
      length += end;
    }
    if (length < maxGlobs) continue;
    yield { files, folders };
    [files, folders, length] = [[], new Set(), 0];
  }
  if (files.length > 0) yield { files, folders };
}

function print(
  { checkout, within, signal }: Search,
  { onFound, ...question }: Question,
  globs: readonly string[],
): Promise<SearchOutput> {
  const call = { ...question, globs, within, signal };
  return checkout.ripgrep(onFound ? { ...call, onOutput: toPathReader(onFound) } : call);
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

const globCharacters = /[\\*?[\]{}]/gu;

/** Escapes a pattern that is the path of a file or folder, such as `app/[id]/page.tsx`: as a glob it would not match that path. */
async function toLiteral({ checkout, filePattern, within, signal }: Search): Promise<string | undefined> {
  if (filePattern === undefined || filePattern.search(globCharacters) < 0) return filePattern;
  try {
    await checkout.files.stat(`${within ? `${within}/` : ''}${filePattern.replace(/\/+$/u, '')}`, { signal });
    return filePattern.replaceAll(globCharacters, String.raw`\$&`);
  } catch (thrown) {
    if (AppError.isInstance(thrown) && ['NOT_FOUND', 'VALIDATION_ERROR'].includes(thrown.code)) return filePattern;
    throw thrown;
  }
}

/** Globs of a pattern as models write it: `./src/*.ts`, or `src` for everything in that folder. */
function toGlobs(filePattern = '.'): readonly string[] {
  const glob = filePattern.replace(/^(?:\.\/+)+/u, '').replace(/\/+$/u, '');
  if (glob === '' || glob === '.') return [];
  return [glob, `${glob}/**`, '!.git'];
}

/** Returns the names in a listing; where output was dropped, the names at the cut are incomplete. */
function toPaths(stdout: string): readonly string[] {
  return [...new Set(stdout.split('\0').flatMap((name) => toPath(name) ?? []))].toSorted();
}

function toPath(name: string): string | undefined {
  const path = name.replace(/^\.\//u, '');
  return findCheckoutPathProblem(path) === undefined ? path : undefined;
}
