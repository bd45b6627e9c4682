import { existsSync } from 'node:fs';
import { copyFile, lstat, mkdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError, toAppError } from '@shipmate/core';
import type { ProcessResult } from '@shipmate/runtime/process';
import type { CheckpointPlace, GitCheckpointPort } from './git-port.ts';
import { openRepository } from './git-repository.ts';
import { isUnnamed } from './is-unnamed.ts';
import { type GitCall, runGit } from './run-git.ts';
import { stageFiles } from './stage-changes.ts';

/** Resources for {@link createCheckpoints}. */
interface CheckpointsOptions {
  /** Where git looks for programs. */
  readonly path: string | undefined;
  /** The most bytes of all new content that a store keeps. Default: 1 GB. */
  readonly maxStoreBytes?: number | undefined;
  /** Runs work within the limits of an organization. */
  readonly run: <Result>(
    organizationId: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ) => Promise<Result>;
}

const limits = {
  timeoutMs: 30_000,
  /** Of the list of all paths. */
  listBytes: 128_000_000,
  /** Of one file; a larger one is not in a checkpoint. */
  fileBytes: 20_000_000,
  /** Of the changed files of one checkpoint together. */
  changedBytes: 200_000_000,
  /** Of changed paths in one checkpoint. */
  changedPaths: 200_000,
  attributeFiles: 200,
  leftOut: 50,
};

/** Turns off every conversion of content, so that a file comes back as it was. */
const exactAttributes = '* -text !eol -ident -filter !working-tree-encoding\n';

/** Creates the part of the port that keeps and restores the files of work trees outside of their repositories. */
export function createCheckpoints({ path, run, maxStoreBytes = 1_000_000_000 }: CheckpointsOptions): GitCheckpointPort {
  async function openStore(place: CheckpointPlace, signal: AbortSignal) {
    const { folder, store } = place;
    const { gitDir, workTree, settings } = await openRepository({ folder, signal, path });
    const own: Call = { folder, repository: { gitDir, workTree }, settings, path, signal };
    const indexFile = join(store, `${place.index}.index`);
    const call: Call = { folder, repository: { gitDir: store, workTree }, indexFile, path, signal };
    const alternates = join(store, 'objects', 'info', 'alternates');
    // Moved to its place last, so that a process that died before has begun nothing.
    if (!existsSync(alternates)) {
      await mkdir(dirname(store), { recursive: true });
      await read({ ...call, folder: '/', indexFile: undefined }, ['init', '--quiet', '--template=']);
      await mkdir(join(store, 'info'), { recursive: true });
      await writeFile(join(store, 'info', 'attributes'), exactAttributes);
      const commonDir = (await read(own, ['rev-parse', '--path-format=absolute', '--git-common-dir'])).trim();
      await writeFile(`${alternates}.new`, `${join(commonDir, 'objects')}\n`);
      await rename(`${alternates}.new`, alternates);
    }
    // The lease of a job allows one process at a time, so a lock is one of a process that died.
    await rm(`${indexFile}.lock`, { force: true });
    if (!existsSync(indexFile)) await seedIndex(own, { gitDir, indexFile });
    return { own, call };
  }

  return {
    saveCheckpoint: (place, callerSignal) =>
      run(place.organizationId, callerSignal, async (signal) => {
        const { own, call } = await openStore(place, signal).catch(throwWithReason);
        const [head, { paths, leftOut }, bytes] = await Promise.all([
          read(own, ['rev-parse', '--verify', 'HEAD^{commit}']),
          findChanges(call),
          countBytes(call),
        ]);
        if (paths.length > 0) {
          if (bytes > maxStoreBytes) throw tooLarge(maxStoreBytes);
          leftOut.push(...(await addToIndex(call, paths)));
        }
        const tree = (await read(call, ['write-tree'])).trim();
        return { head: head.trim(), tree, leftOut: leftOut.slice(0, limits.leftOut) };
      }),

    restoreCheckpoint: (place, tree, callerSignal) =>
      run(place.organizationId, callerSignal, async (signal) => {
        const { call } = await openStore(place, signal).catch(throwWithReason);
        const { paths } = await findChanges(call);
        if (paths.length > 0) await addToIndex(call, paths);
        await read(call, ['read-tree', '--reset', '-u', tree]);
      }),
  };
}

type Call = Omit<GitCall, 'args'>;

async function read(
  call: Call,
  args: readonly string[],
  more?: Pick<GitCall, 'stdin' | 'maxOutputBytes'>,
): Promise<string> {
  const result: ProcessResult = await runGit({ timeoutMs: limits.timeoutMs, ...call, ...more, args });
  if (result.exitCode === 0 && !result.truncated) return result.stdout;
  throw new AppError({
    code: 'CONFLICT',
    message: notKept,
    details: { command: args[0], exitCode: result.exitCode },
    cause: result.stderr,
  });
}

const notKept = 'The files of the work tree cannot be kept in a checkpoint.';

/** Converts an error of the system, such as that of a full disk: a job continues without a checkpoint. */
function throwWithReason(thrown: unknown): never {
  throw toAppError(thrown, { code: 'CONFLICT', message: notKept });
}

/**
 * Begins with the index of the work tree, whose content need not be read again, unless its repository converts files while it checks
 * them out: the content of those differs from the objects that the index names.
 */
async function seedIndex(own: Call, { gitDir, indexFile }: { readonly gitDir: string; readonly indexFile: string }) {
  const source = join(gitDir, 'index');
  const times = await stat(source).catch(() => undefined);
  if (times === undefined || (await convertsFiles(own))) return;
  const temporary = `${indexFile}.seed`;
  await copyFile(source, temporary);
  // Git takes a file that is as new as the index for a changed one; a copy must not look newer.
  await utimes(temporary, times.atime, times.mtime);
  await rename(temporary, indexFile);
}

/** Checks the attribute files of the work tree for conversions. */
async function convertsFiles(own: Call): Promise<boolean> {
  const listed = await read(own, ['ls-files', '-z', '--cached'], { maxOutputBytes: limits.listBytes });
  const files = listed.split('\0').filter((path) => path === '.gitattributes' || path.endsWith('/.gitattributes'));
  if (files.length > limits.attributeFiles) return true;
  for (const file of files) {
    const text = await read(own, ['show', `:0:${file}`]);
    if (/crlf|ident|working-tree-encoding/u.test(text)) return true;
  }
  return false;
}

/** Lists the paths whose content differs from the index, new files too, and those that are too large. Ignored files are not listed. */
async function findChanges(call: Call): Promise<{ readonly paths: readonly string[]; readonly leftOut: string[] }> {
  const kinds = ['--modified', '--deleted', '--others', '--exclude-standard'];
  const listed = await read(call, ['ls-files', '-z', ...kinds], { maxOutputBytes: limits.listBytes });
  // A nested repository ends with "/"; a changed file that was deleted is listed twice.
  const found = [...new Set(listed.split('\0'))].filter((path) => path !== '' && !path.endsWith('/'));
  if (found.length > limits.changedPaths) {
    throw new AppError({
      code: 'PAYLOAD_TOO_LARGE',
      message: `More than ${limits.changedPaths} files changed at once, too many for a checkpoint.`,
    });
  }
  const paths: string[] = [];
  const leftOut: string[] = [];
  let bytes = 0;
  for (const path of found) {
    const size = await sizeOf(join(call.folder, path));
    if (size > limits.fileBytes || bytes + size > limits.changedBytes || isUnnamed(call.folder, path)) {
      if (leftOut.length < limits.leftOut) leftOut.push(path);
    } else {
      bytes += size;
      paths.push(path);
    }
  }
  return { paths, leftOut };
}

async function sizeOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isFile() === true ? found.size : 0;
}

/** Takes the content of paths into the store; a path without a file leaves the index. Returns the paths that git refuses. */
async function addToIndex(call: Call, paths: readonly string[]): Promise<readonly string[]> {
  return stageFiles(
    { run: (args, more) => runGit({ ...call, ...more, args }), read: (args, more) => read(call, args, more) },
    paths,
  );
}

/** Returns the size of the content that only the store has. */
async function countBytes(call: Call): Promise<number> {
  const counted = await read({ ...call, indexFile: undefined }, ['count-objects', '-v']);
  return Number(/^size: (\d+)$/mu.exec(counted)?.[1] ?? 0) * 1_024;
}

function tooLarge(maxBytes: number): AppError {
  return new AppError({
    code: 'PAYLOAD_TOO_LARGE',
    message: `The checkpoints of the job hold more than ${maxBytes / 1_000_000} MB of changes. Later steps have none.`,
  });
}
