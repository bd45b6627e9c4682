import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@shipmate/core';
import { createCache } from './bare-cache.ts';
import type { RunForOrganization } from './bare-git.ts';
import { type ReadGit, writeBlobs } from './commit-files.ts';
import type { GitEnvironment } from './git-environment.ts';
import type { UploadedFile, GitUpload, GitUploadPort } from './git-port.ts';
import { openRepository } from './git-repository.ts';
import { withGitSandbox } from './git-sandbox.ts';
import { runGit } from './run-git.ts';

/** Resources for {@link createGitUploads}. */
interface GitUploadsOptions {
  readonly environment: GitEnvironment;
  /** The folder of temporary files. */
  readonly tempRoot: string;
  readonly run: RunForOrganization;
}

/** Contents that are written by one process of git: a number of files, or this many bytes. */
const batch = { files: 500, bytes: 4_000_000 };
const timeoutMs = 600_000;
const uploadBranch = 'refs/remotes/origin/main';

/** Creates the part of the port that stores uploaded files. */
export function createGitUploads({ environment, tempRoot, run }: GitUploadsOptions): GitUploadPort {
  const { PATH: path } = environment;
  return {
    commitUpload: ({ organizationId, cache }, upload, callerSignal) =>
      run(organizationId, callerSignal, async (signal) => {
        if (!existsSync(join(cache, 'HEAD'))) {
          await createCache(cache, { signal, path, replaces: false }, () => Promise.resolve());
        }
        const { gitDir, settings } = await openRepository({ folder: cache, isBare: true, signal, path });
        const call = { folder: cache, repository: { gitDir }, settings, path, signal, timeoutMs };
        const read: ReadGit = async (args, more) => {
          const { exitCode, stdout, stderr, truncated } = await runGit({ ...call, ...more, args });
          if (exitCode === 0 && !truncated) return stdout;
          throw new AppError({ code: 'CONFLICT', message: `git ${args[0]} failed for the upload.`, cause: stderr });
        };
        const found = await runGit({ ...call, args: ['rev-parse', '--verify', '--quiet', uploadBranch] });
        const parent = found.exitCode === 0 ? found.stdout.trim() : undefined;
        return withGitSandbox(tempRoot, ({ path: folder }) => commitTree(read, { upload, parent, folder }));
      }),
  };
}

interface OpenUpload {
  readonly upload: GitUpload;
  readonly parent: string | undefined;
  /** An empty folder that the caller removes. */
  readonly folder: string;
}

async function commitTree(read: ReadGit, { upload, parent, folder }: OpenUpload): Promise<{ readonly commit: string }> {
  const { message, author } = upload;
  const stored = await storeFiles(read, upload.files, folder);
  const { findCommonFolder } = await import('@shipmate/domain/archive');
  const top = findCommonFolder(stored.map(({ path }) => path));
  const from = top === undefined ? 0 : top.length + 1;
  const indexFile = join(folder, 'index');
  await read(['read-tree', '--empty'], { indexFile });
  const entries = stored.map(({ path, id }) => `100644 ${id}\t${path.slice(from)}\0`);
  await read(['update-index', '-z', '--index-info'], { indexFile, stdin: entries.join('') });
  const tree = (await read(['write-tree'], { indexFile })).trim();
  if (parent !== undefined && tree === (await read(['rev-parse', `${parent}^{tree}`])).trim())
    return { commit: parent };
  const above = parent === undefined ? [] : ['-p', parent];
  const commit = (await read(['commit-tree', tree, ...above, '-F', '-'], { stdin: message, author })).trim();
  // Git refuses to move the branch if another upload has done so meanwhile.
  const expected = parent ?? '0'.repeat(commit.length);
  await read(['update-ref', uploadBranch, commit, expected]).catch((cause: unknown) => {
    const text = 'Another archive was uploaded to this repository at the same time. Upload yours again.';
    throw new AppError({ code: 'CONFLICT', message: text, cause });
  });
  return { commit };
}

async function storeFiles(read: ReadGit, files: AsyncIterable<UploadedFile>, folder: string) {
  const stored: { readonly path: string; readonly id: string }[] = [];
  let open: UploadedFile[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    const ids = await writeBlobs(read, open, folder);
    for (const [place, { path }] of open.entries()) stored.push({ path, id: ids[place] ?? '' });
    open = [];
    bytes = 0;
  };
  for await (const file of files) {
    open.push(file);
    bytes += file.content.byteLength;
    if (open.length >= batch.files || bytes >= batch.bytes) await flush();
  }
  await flush();
  if (stored.length > 0) return stored;
  throw new AppError({ code: 'VALIDATION_ERROR', message: 'The archive holds no file of a repository.' });
}
