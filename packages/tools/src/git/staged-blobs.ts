import { readWhole, type RunGit } from './read-whole.ts';

/** A staged file that `HEAD` does not have like this. */
export interface StagedBlob {
  readonly id: string;
  readonly path: string;
  readonly isLink: boolean;
  /** In bytes; 0 for a submodule. */
  readonly size: number;
}

/** Lists the files that are staged, without deleted ones. @throws AppError as {@link readWhole} */
export async function listStagedBlobs(run: RunGit): Promise<readonly StagedBlob[]> {
  const listed = await readWhole(run, [
    'diff',
    '--cached',
    '--raw',
    '-z',
    '--no-abbrev',
    '--no-renames',
    '--diff-filter=d',
    '--',
  ]);
  const blobs = [...listed.matchAll(/:\d+ (\d+) \w+ (\w+) [A-Z]\0([^\0]+)\0/gu)];
  if (blobs.length === 0) return [];
  const stdin = blobs.map(([, , id]) => `${id}\n`).join('');
  const sizes = (await readWhole(run, ['cat-file', '--batch-check=%(objectsize)'], { stdin })).split('\n');
  return blobs.map(([, mode, id = '', path = ''], index) => ({
    id,
    path,
    isLink: mode === '120000',
    size: Number(sizes[index]) || 0,
  }));
}
