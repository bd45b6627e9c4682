import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@shipmate/core';
import { findCheckoutPathProblem } from '@shipmate/domain/repository';
import type { FilesCommit } from './git-port.ts';
import type { GitCall } from './run-git.ts';

/** Runs git in a bare repository and returns its output. @throws AppError `CONFLICT` */
export type ReadGit = (
  args: readonly string[],
  more?: Pick<GitCall, 'stdin' | 'author' | 'indexFile' | 'maxOutputBytes'>,
) => Promise<string>;

const maxListBytes = 64_000_000;

/**
 * Commits the files of a commit with changes. The index and the contents are in an empty folder that the caller removes. The reference
 * `refs/shipmate/charts/<name>` keeps the commit.
 */
export async function commitFiles(read: ReadGit, commit: FilesCommit, emptyFolder: string): Promise<string> {
  const { parent, base, folder, files, name, message, author } = commit;
  const indexFile = join(emptyFolder, 'index');
  const changes = [...files].map(([path, content]) => ({ path: toFullPath(folder, path), content }));
  const modes = await readModes(read, base, folder);
  for (const { path } of changes) {
    if (modes.get(path)?.startsWith('100') === false) {
      throw invalid(`"${path}" is a link or a submodule in the repository. Rename the file.`);
    }
  }
  const written = changes.flatMap(({ path, content }) => (content === null ? [] : [{ path, content }]));
  const removed = changes.filter(({ content }) => content === null);
  const hashes = await writeBlobs(read, written, emptyFolder);
  // Removals are first: a folder can take the place of a file.
  const entries = [
    ...removed.map(({ path }) => `0 ${'0'.repeat(base.length)}\t${path}\0`),
    ...written.map(({ path }, place) => `${modes.get(path) ?? '100644'} ${hashes[place]}\t${path}\0`),
  ];
  await read(['read-tree', base], { indexFile });
  await read(['update-index', '-z', '--index-info'], { indexFile, stdin: entries.join('') });
  const tree = (await read(['write-tree'], { indexFile })).trim();
  if (tree === (await read(['rev-parse', `${parent}^{tree}`])).trim()) {
    throw new AppError({
      code: 'CONFLICT',
      message:
        'There is nothing to commit: the files are those of the last commit. Accept changes, or include pending ones.',
    });
  }
  const ref = `refs/shipmate/charts/${name}`;
  const format = '%(objectname) %(tree) %(parent)%0a%(contents)';
  const [head = '', ...lines] = (await read(['for-each-ref', `--format=${format}`, ref])).split('\n');
  const [kept, keptTree, keptParent] = head.split(' ');
  const isSame = keptTree === tree && keptParent === parent && lines.join('\n').trim() === message.trim();
  if (kept !== undefined && isSame) return kept;
  const made = (await read(['commit-tree', tree, '-p', parent, '-F', '-'], { stdin: message, author })).trim();
  await read(['update-ref', ref, made]);
  return made;
}

/** Writes contents as objects; returns their ids in the same order. */
export async function writeBlobs(
  read: ReadGit,
  files: readonly { readonly content: string | Uint8Array }[],
  emptyFolder: string,
): Promise<readonly string[]> {
  if (files.length === 0) return [];
  const places: string[] = [];
  for (const [place, { content }] of files.entries()) {
    const file = join(emptyFolder, `content-${place}`);
    await writeFile(file, content);
    places.push(file);
  }
  const stdin = places.map((file) => `${file}\n`).join('');
  const listed = await read(['hash-object', '-w', '--no-filters', '--stdin-paths'], { stdin });
  return listed.trim().split('\n');
}

/** Reads the modes of a folder's files by path from the top. */
async function readModes(read: ReadGit, commit: string, folder: string): Promise<ReadonlyMap<string, string>> {
  const within = folder === '' ? [] : ['--', folder];
  const listed = await read(['ls-tree', '-r', '-z', '--full-tree', commit, ...within], {
    maxOutputBytes: maxListBytes,
  });
  return new Map(
    listed.split('\0').flatMap((line) => {
      const [, mode = '', path = ''] = /^(\d{6}) [^\t]*\t(.+)$/su.exec(line) ?? [];
      return path === '' ? [] : [[path, mode] as const];
    }),
  );
}

function toFullPath(folder: string, path: string): string {
  const full = folder === '' ? path : `${folder}/${path}`;
  const problem = findCheckoutPathProblem(full);
  if (problem === undefined) return full;
  throw invalid(`The path "${full.slice(0, 200)}" ${problem}.`);
}

function invalid(message: string): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message, details: { issues: [{ path: 'files', message }] } });
}
