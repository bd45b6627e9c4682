import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError, type Embedder, type ToolRegistry } from '@shipmate/core';
import type { Repository, RepositoryJob } from '@shipmate/domain/repository';
import type { CodeIndexerPort } from '@shipmate/tools/code-map';
import type { GitCheckpointPort, GitObjectsPort, GitWorkTreePort } from '@shipmate/tools/git';
import { z } from 'zod';
import { toRealPath } from './local-repository.ts';

/** What jobs in repositories need of their process. */
export interface RepositoryPorts {
  readonly workTrees: GitWorkTreePort & GitCheckpointPort;
  /** The tools that work in a checkout. */
  readonly tools: ToolRegistry;
  /** Reads the code of commits; without it or `objects`, the executor claims no indexes of code. */
  readonly indexer?: CodeIndexerPort | undefined;
  readonly objects?: Pick<GitObjectsPort, 'resolve' | 'listBranches'> | undefined;
  /** Computes the vectors of indexed files; without it, code is searched by words only. */
  readonly embedder?: Embedder | undefined;
  /** The absolute path of the folder for clones and work trees. */
  readonly root: string;
}

/** Environment variables of processes that execute jobs in repositories or accept them. */
export const repositoryEnvironmentSchema = z.object({
  /** The folder for clones and work trees of jobs. Workers that share it take over the jobs of each other. */
  REPOSITORY_FOLDER: z.string().min(1).optional(),
  /** Absolute paths, separated by `:`, under which repositories of this machine may be added. Default: none. */
  REPOSITORY_ROOTS: z
    .string()
    .transform((text) => text.split(':').filter((path) => path !== ''))
    .refine((paths) => paths.every((path) => isAbsolute(path)), 'must be absolute paths, separated by ":"')
    .optional(),
});

/** Returns the right to use the remote of a repository or job, without its token. @throws AppError `CONFLICT` for an uploaded archive */
export function toRepositoryAccess({ remoteUrl, localPath }: Pick<RepositoryJob, 'remoteUrl' | 'localPath'>) {
  if (remoteUrl !== null) return { remote: remoteUrl };
  if (localPath !== null) return { remote: pathToFileURL(localPath).href, allowFile: true };
  throw new AppError({
    code: 'CONFLICT',
    message:
      'The repository is an uploaded archive, which has no remote: nothing can be fetched, and jobs cannot push. ' +
      'Upload a new archive, or add the repository by its address.',
  });
}

/**
 * Returns the right to use the remote as {@link toRepositoryAccess}. The folder of a stored repository has to be the one that was allowed: a link that
 * took its place since can lead anywhere.
 *
 * @throws AppError `CONFLICT` for an uploaded archive, and for a folder that leads elsewhere
 */
export async function openRepositoryAccess(place: Pick<RepositoryJob, 'repositoryId' | 'remoteUrl' | 'localPath'>) {
  const access = toRepositoryAccess(place);
  const { repositoryId, remoteUrl, localPath } = place;
  const isStored = repositoryId !== null && remoteUrl === null && localPath !== null;
  if (!isStored || (await toRealPath(localPath)) === localPath) return access;
  throw new AppError({
    code: 'CONFLICT',
    message:
      `The folder "${localPath}" of the repository is reached through a link, which can lead out of the folders in REPOSITORY_ROOTS. ` +
      'Put the folder itself in its place, or remove the repository and add it again by the folder that the link leads to.',
  });
}

/** Refuses a push to the default branch in the settings of a repository. The push itself refuses the one that the remote names. @throws AppError `CONFLICT` */
export function requireOwnBranch({ defaultBranch }: Pick<Repository, 'defaultBranch'>, branch: string): void {
  if (branch !== defaultBranch) return;
  throw new AppError({
    code: 'CONFLICT',
    message: `"${branch}" is the default branch of the repository. Push to another branch and propose it for review.`,
    details: { reason: 'default_branch', branch },
  });
}
