import { AppError } from '@shipmate/core';
import { runProcess } from '@shipmate/runtime';
import { parseWorkspacePath } from '@shipmate/domain/workspace';

/** A search for the files that contain a word. */
interface WordSearch {
  /** The absolute path of the checkout. */
  readonly folder: string;
  readonly word: string;
  /** A glob such as `src/*.ts`; without a slash it matches names in all folders. */
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

const maxOutputBytes = 1_000_000;
const timeoutMs = 20_000;

/**
 * Finds the files of a checkout that contain a word, with ripgrep: without hidden, binary and ignored files, and without following
 * links. Files over 4 MB are left out.
 *
 * @throws AppError `VALIDATION_ERROR` for a pattern that ripgrep refuses, `TIMEOUT` after 20 s.
 */
export async function findFilesWith({ folder, word, filePattern, signal }: WordSearch): Promise<FoundFiles> {
  // Loaded here because the package looks for its program when it is imported.
  const { rgPath } = await import('@vscode/ripgrep');
  const glob = filePattern === undefined ? [] : ['--glob', filePattern];
  const args = [...options, ...glob, '--regexp', word, '--', '.'];
  const result = await runProcess(rgPath, args, { cwd: folder, env: {}, signal, timeoutMs, maxOutputBytes });
  if (result.timedOut) {
    throw new AppError({
      code: 'TIMEOUT',
      message: `The search took longer than ${timeoutMs / 1_000} s. Narrow it with filePattern.`,
    });
  }
  if (result.exitCode === 2 && result.stdout === '') throw refused(result.stderr);
  // Where output was dropped, the names at the cut are incomplete.
  const names = result.stdout.split('\0').filter((name) => name !== '');
  return { paths: names.flatMap(toPath).toSorted(), truncated: result.truncated };
}

const options: readonly string[] = [
  '--no-config',
  '--no-messages',
  '--no-ignore-parent',
  '--no-ignore-global',
  '--no-require-git',
  '--files-with-matches',
  '--null',
  '--fixed-strings',
  '--word-regexp',
  '--case-sensitive',
  '--max-filesize=4M',
  '--color=never',
];

function toPath(name: string): string[] {
  try {
    return [parseWorkspacePath(name.replace(/^\.\//u, ''))];
  } catch (thrown) {
    if (AppError.isInstance(thrown)) return [];
    throw thrown;
  }
}

function refused(stderr: string): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `The search was refused: ${stderr.slice(0, 300).trim()}. Check filePattern.`,
    details: { issues: [{ path: 'filePattern', message: 'is not a glob' }] },
  });
}
