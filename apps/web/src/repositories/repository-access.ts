import { AppError } from '@shipmate/core';
import type { RemoteSchemes } from '@shipmate/domain/repository';
import type { ChangeRequestPort, CodeMapPort } from '@shipmate/tools';
import type { GitCodePort, GitObjectsPort, GitReviewPort, GitUploadPort, GitWorkTreePort } from '@shipmate/tools/git';

/** The repositories of this machine that the web app reads. */
export interface RepositoryAccess {
  readonly workTrees: Pick<GitWorkTreePort, 'updateCache' | 'copyCache' | 'authorOf'> & GitUploadPort;
  readonly objects: GitObjectsPort & GitCodePort;
  readonly review: GitReviewPort;
  readonly changeRequests: ChangeRequestPort;
  /** Searches code also by meaning; without it, code is searched by words. */
  readonly codeMaps?: Pick<CodeMapPort, 'search'> | undefined;
  /** The folder of clones, which this process shares with the workers. */
  readonly root: string;
  /** Folders under which repositories of the machine may be added. */
  readonly roots: readonly string[];
  /** The schemes of remotes that git reaches. */
  readonly schemes: RemoteSchemes;
}

/** @throws AppError `UNAVAILABLE` where no folder for repositories is configured. */
export function requireRepositories(access: RepositoryAccess | undefined): RepositoryAccess {
  if (access !== undefined) return access;
  throw new AppError({
    code: 'UNAVAILABLE',
    message:
      'Jobs in repositories are not set up. Set REPOSITORY_FOLDER to the same folder for web and worker, and restart both.',
  });
}
