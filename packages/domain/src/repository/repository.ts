import type { Principal } from '@shipmate/core';

/** A git repository of an organization, in which agents work. */
export interface Repository {
  readonly id: string;
  /** Null without a project. */
  readonly projectId: string | null;
  /** Unique in its organization. */
  readonly name: string;
  /** `https://` or `ssh://`, without credentials; null for a folder of the machine, and as `localPath` for uploaded archives. */
  readonly remoteUrl: string | null;
  /** The absolute path of a folder under the roots that the operator configured; null for a remote. */
  readonly localPath: string | null;
  /** The branch on which jobs begin; null for the one that the remote names. */
  readonly defaultBranch: string | null;
  /** True if a token is stored. It is never shown. */
  readonly hasToken: boolean;
  readonly createdByUserId: string;
  readonly createdAt: Date;
}

/** Returns true for a repository of uploaded archives, whose copy on the machines of Shipmate is the only one. */
export function isUpload({ remoteUrl, localPath }: Pick<Repository, 'remoteUrl' | 'localPath'>): boolean {
  return remoteUrl === null && localPath === null;
}

/** A repository to be added. */
export interface NewRepository
  extends Pick<Repository, 'id' | 'projectId' | 'name' | 'remoteUrl' | 'localPath' | 'defaultBranch'> {
  /** A token with access to the remote. */
  readonly token?: string | undefined;
}

/** New settings of a repository; undefined ones stay. Its place stays, as jobs and the token are bound to it. */
export interface RepositoryChange {
  readonly name?: string | undefined;
  readonly projectId?: string | null | undefined;
  readonly defaultBranch?: string | null | undefined;
  /** Null removes the token. */
  readonly token?: string | null | undefined;
}

/**
 * Store for repositories.
 *
 * **Contract.** Members of the organization see its repositories; any other, and all of them to a credential for one workspace, are
 * `NOT_FOUND`. Tokens are stored encrypted, bound to organization, repository and remote, and returned by `openToken` only.
 */
export interface RepositoryStore {
  /** @throws AppError `CONFLICT` if the name is taken, `NOT_FOUND` for a project that the principal does not see. */
  add(principal: Principal, repository: NewRepository): Promise<Repository>;
  get(principal: Principal, repositoryId: string): Promise<Repository>;
  /** Lists repositories by name, at most 1,000. */
  list(principal: Principal): Promise<readonly Repository[]>;
  /** @throws AppError `CONFLICT` if the name is taken, `NOT_FOUND` for a project that the principal does not see. */
  change(principal: Principal, repositoryId: string, change: RepositoryChange): Promise<Repository>;
  /** Removes a repository with its token and the results of its jobs. */
  remove(principal: Principal, repositoryId: string): Promise<Repository>;
  /** Decrypts the token; undefined without one. */
  openToken(principal: Principal, repositoryId: string): Promise<string | undefined>;
}
