import { Buffer } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { AppError } from '@shipmate/core';
import { findCheckoutPathProblem } from '@shipmate/domain/repository';
import { absent, createBareGit, isHash, type RunForOrganization } from './bare-git.ts';
import type { GitEnvironment } from './git-environment.ts';
import type { CommitTree, GitCodePort, TreeFile } from './git-port.ts';

/** Resources for {@link createGitCode}. */
interface GitCodeOptions {
  readonly environment: GitEnvironment;
  readonly run: RunForOrganization;
}

const maxCommits = 5_000;
const dayMs = 86_400_000;
const maxRefused = 1_000;

/** Creates the part of the port that reads whole commits of bare repositories. */
export function createGitCode({ environment: { PATH: path }, run }: GitCodeOptions): GitCodePort {
  const within = createBareGit({ path, run });

  return {
    readTree: (place, { commit, maxFiles }, signal) =>
      within(place, signal, async (git): Promise<CommitTree> => {
        if (!isHash(commit)) throw absent('The commit');
        const tree = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{tree}`]);
        if (tree.exitCode !== 0) throw absent('The commit');
        const records = createRecordReader(maxFiles);
        const args = ['ls-tree', '-r', '-l', '-z', '--full-tree', commit];
        const { exitCode } = await git(args, { onStdout: (chunk) => records.append(chunk) });
        if (exitCode !== 0) throw absent('The commit');
        return { treeId: tree.stdout.trim(), ...(await toTree(records.end(), maxFiles)) };
      }),

    readBlobs: (place, ids, signal) =>
      within(place, signal, async (git) => {
        const wanted = [...new Set(ids)].filter(isHash);
        const blobs = createBlobReader();
        const stdin = wanted.map((id) => `${id}\n`).join('');
        await git(['cat-file', '--batch'], { stdin, onStdout: (chunk) => blobs.append(chunk) });
        return blobs.end();
      }),

    countChanges: (place, { commit, days }, signal) =>
      within(place, signal, async (git) => {
        if (!isHash(commit)) throw absent('The commit');
        const date = await git(['show', '--no-patch', '--format=%ct', '--end-of-options', commit]);
        if (date.exitCode !== 0) throw absent('The commit');
        // A commit can have any date.
        const end = Math.min(Number(date.stdout.trim()) * 1_000, Date.now());
        const since = new Date(end - days * dayMs).toISOString();
        const options = ['--name-only', '-z', '--no-renames', '--no-ext-diff', '--no-textconv', '--format='];
        const records = createRecordReader(Infinity);
        await git(['log', `--since=${since}`, `--max-count=${maxCommits}`, ...options, '--end-of-options', commit], {
          onStdout: (chunk) => records.append(chunk),
        });
        const counts = new Map<string, number>();
        for await (const part of inParts(records.end().records)) {
          for (const name of part) counts.set(name, (counts.get(name) ?? 0) + 1);
        }
        counts.delete('');
        return counts;
      }),
  };
}

/** Longer output is not kept: 100,000 files have about 15 MB. */
const maxRecordBytes = 128_000_000;

/** Records, and true if there were more. */
interface CutRecords {
  readonly records: readonly string[];
  readonly isCut: boolean;
}

/** Collects records that end with NUL, up to a number of them and to {@link maxRecordBytes}. */
function createRecordReader(maxRecords: number) {
  const records: string[] = [];
  const decoder = new TextDecoder();
  let open = '';
  let bytes = 0;
  let isCut = false;
  return {
    append(chunk: Uint8Array): void {
      bytes += chunk.length;
      if (records.length > maxRecords || bytes > maxRecordBytes) {
        isCut = true;
        return;
      }
      const parts = (open + decoder.decode(chunk, { stream: true })).split('\0');
      open = parts.pop() ?? '';
      for (const part of parts) records.push(part);
    },
    end: (): CutRecords => ({ records, isCut: isCut || records.length > maxRecords }),
  };
}

const partSize = 2_000;

/** Yields records in parts, between which the event loop runs. */
async function* inParts(records: readonly string[]): AsyncGenerator<readonly string[]> {
  for (let from = 0; from < records.length; from += partSize) {
    yield records.slice(from, from + partSize);
    await setImmediate();
  }
}

const kinds: ReadonlyMap<string, TreeFile['kind']> = new Map([
  ['120000', 'link'],
  ['160000', 'submodule'],
]);

async function toTree({ records, isCut }: CutRecords, maxFiles: number): Promise<Omit<CommitTree, 'treeId'>> {
  if (isCut) {
    throw new AppError({
      code: 'PAYLOAD_TOO_LARGE',
      message: `The commit has more than ${maxFiles} files, which is the most that is read.`,
      details: { maxFiles },
    });
  }
  const files: TreeFile[] = [];
  const refused: string[] = [];
  const seen = new Set<string>();
  for await (const part of inParts(records)) {
    for (const record of part) {
      const [, mode = '', id = '', size = '', path = ''] =
        /^(\d{6}) \w+ ([0-9a-f]{40,64}) +(\d+|-)\t(.+)$/su.exec(record) ?? [];
      // Names that are not UTF-8 can become equal.
      if (path === '' || seen.has(path) || findCheckoutPathProblem(path) !== undefined) {
        if (refused.length < maxRefused) refused.push(path);
        continue;
      }
      seen.add(path);
      files.push({ path, kind: kinds.get(mode) ?? 'file', size: size === '-' ? null : Number(size), id });
    }
  }
  return { files, refused };
}

/** Reads the output of `git cat-file --batch`: a line `id type size`, the content and a line feed for each object. */
function createBlobReader() {
  const blobs = new Map<string, Uint8Array>();
  let header = '';
  let current:
    | { readonly id: string; readonly isBlob: boolean; readonly bytes: Uint8Array; filled: number }
    | undefined;

  function readHeader(chunk: Uint8Array, from: number): number {
    const end = chunk.indexOf(0x0a, from);
    header += Buffer.from(chunk.subarray(from, end < 0 ? chunk.length : end)).toString('latin1');
    if (end < 0) return chunk.length;
    const [, id, type, size] = /^([0-9a-f]{40,64}) (\w+) (\d+)$/u.exec(header) ?? [];
    header = '';
    if (id !== undefined) current = { id, isBlob: type === 'blob', bytes: new Uint8Array(Number(size)), filled: 0 };
    return end + 1;
  }

  function readContent(open: NonNullable<typeof current>, chunk: Uint8Array, from: number): number {
    const part = chunk.subarray(from, from + open.bytes.length - open.filled);
    open.bytes.set(part, open.filled);
    open.filled += part.length;
    const at = from + part.length;
    // The line feed after the content may be in the next chunk.
    if (open.filled < open.bytes.length || at === chunk.length) return at;
    if (open.isBlob) blobs.set(open.id, open.bytes);
    current = undefined;
    return at + 1;
  }

  return {
    append(chunk: Uint8Array): void {
      for (let at = 0; at < chunk.length; ) {
        at = current ? readContent(current, chunk, at) : readHeader(chunk, at);
      }
    },
    /** Returns the contents by id. */
    end: (): ReadonlyMap<string, Uint8Array> => blobs,
  };
}
