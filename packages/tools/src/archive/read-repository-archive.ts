import { createArchiveListing, repositoryArchiveLimits, type UploadLeftReason } from '@shipmate/domain/archive';
import { findCheckoutPathProblem } from '@shipmate/domain/repository';
import { isGitFolderName } from '@shipmate/domain/workspace';
import { createLeftOut } from '../code-map/left-out.ts';
import type { UploadedFile } from '../git/git-port.ts';
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

/** Opens a `.tgz`, `.tar` or `.zip` as the files of a repository, which are read one after the other. */
export function readRepositoryArchive(source: ArchiveSource, options: ReadArchiveOptions = {}): RepositoryArchive {
  const leftOut = createLeftOut<UploadLeftReason>();
  return { files: readFiles(source, { ...options, leftOut }), listLeftOut: leftOut.list };
}

async function* readFiles(
  source: ArchiveSource,
  {
    limits = repositoryArchiveLimits,
    signal,
    claim,
    leftOut,
  }: ReadArchiveOptions & { readonly leftOut: ReturnType<typeof createLeftOut<UploadLeftReason>> },
): AsyncGenerator<UploadedFile, void, void> {
  const listing = createArchiveListing({ ...limits, profile: 'checkout' });
  for await (const entry of await openArchive(source, { limits, signal, claim, allowLinks: true })) {
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
