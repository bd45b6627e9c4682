import {
  type ArchiveLimits,
  createArchiveListing,
  repositoryArchiveLimits,
  type UploadLeftReason,
} from '@shipmate/domain/archive';
import { findCheckoutPathProblem } from '@shipmate/domain/repository';
import { isGitFolderName } from '@shipmate/domain/workspace/path';
import { createLeftOut } from '../code-map/left-out.ts';
import type { UploadedFile } from '../git/git-port.ts';
import type { ArchiveEntries } from './archive-entry.ts';
import { openArchive, type ReadArchiveOptions } from './read-archive.ts';
import type { ArchiveSource } from './read-source.ts';

/** The files of a repository in an archive. */
interface RepositoryArchive {
  /** Read once. @throws AppError of `refuseArchive` at the first problem, also after some files; the signal's reason once it fires. */
  readonly files: AsyncIterable<UploadedFile>;
  /** Returns the files that were left out so far: links, parts of `.git`, large files and paths that no checkout accepts. */
  readonly listLeftOut: () => readonly {
    readonly reason: UploadLeftReason;
    readonly count: number;
    /** At most five paths. */
    readonly examples: readonly string[];
  }[];
}

/**
 * Receives a `.tgz`, `.tar` or `.zip` as a whole, and opens it as the files of a repository, which are read one after the other.
 *
 * @throws AppError of `refuseArchive` for its size and format; the signal's reason once it fires.
 */
export async function readRepositoryArchive(
  source: ArchiveSource,
  { limits = repositoryArchiveLimits, signal, claim }: ReadArchiveOptions = {},
): Promise<RepositoryArchive> {
  const entries = await openArchive(source, { limits, signal, claim, allowLinks: true });
  const leftOut = createLeftOut<UploadLeftReason>();
  return { files: readFiles(entries, { limits, signal, leftOut }), listLeftOut: leftOut.list };
}

interface ReadFilesOptions {
  readonly limits: ArchiveLimits;
  readonly signal: AbortSignal | undefined;
  readonly leftOut: ReturnType<typeof createLeftOut<UploadLeftReason>>;
}

async function* readFiles(
  entries: ArchiveEntries,
  { limits, signal, leftOut }: ReadFilesOptions,
): AsyncGenerator<UploadedFile, void, void> {
  const listing = createArchiveListing({ ...limits, profile: 'checkout' });
  for await (const entry of entries) {
    signal?.throwIfAborted();
    if (entry.kind === 'folder') {
      listing.addFolder(entry.name);
      continue;
    }
    const path = listing.addFile(entry.name);
    if (path.split('/').some(isGitFolderName)) leftOut.add('git_repository', path);
    else if (findCheckoutPathProblem(path) !== undefined) leftOut.add('unsafe_path', path);
    else if (entry.kind === 'link') leftOut.add('link', path);
    else if (entry.size > limits.maxFileBytes) leftOut.add('too_large', path);
    else yield { path, content: await entry.read() };
  }
}
