import { AppError, type Principal } from '@shipmate/core';
import { newId } from '../identifier/id.ts';
import type { Stores } from '../persistence/stores.ts';
import { parseRemoteUrl, type RemoteSchemes } from '../repository/remote-url.ts';
import type { NewRepository, Repository, RepositoryChange } from '../repository/repository.ts';
import { requireOwner } from './require-owner.ts';

/** The most repositories of an organization, so that its list is complete. */
const maxRepositories = 1_000;

/** A repository to be added at its place. */
interface AddedRepository extends Omit<NewRepository, 'id'> {
  /** The schemes of remotes that the installation reaches. Default: all. */
  readonly schemes?: RemoteSchemes | undefined;
}

/**
 * Adds a repository with either a remote or a local path. Call it in a transaction. The caller checks that the operator configured the
 * local path.
 *
 * @throws AppError `NOT_FOUND` to all but the owners, `CONFLICT` if the name is taken or the organization has 1,000 repositories,
 * `VALIDATION_ERROR` for an address that is none or cannot be reached, and for a token without a remote.
 */
export async function addRepository(
  { users, repositories, audit }: Stores,
  principal: Principal,
  { schemes, ...repository }: AddedRepository,
): Promise<Repository> {
  await requireOwner(users, principal);
  const { remoteUrl: remote, localPath, token, name } = repository;
  if ((remote === null) === (localPath === null)) throw invalid('remoteUrl', 'Enter either remoteUrl or localPath.');
  if (remote === null && token !== undefined) throw invalid('token', 'A local repository needs no token.');
  const remoteUrl = remote === null ? null : parseRemoteUrl(remote, { schemes });
  if ((await repositories.list(principal)).length >= maxRepositories) {
    const message = `The organization has ${maxRepositories} repositories, the maximum. Remove those that no one uses.`;
    throw new AppError({ code: 'CONFLICT', message });
  }
  const added = await repositories.add(principal, { ...repository, remoteUrl, id: newId() });
  const host = remoteUrl === null ? null : new URL(remoteUrl).host;
  await audit.append(principal, { kind: 'repository_added', subjectId: added.id, details: { name, host } });
  return added;
}

/**
 * Adds a repository whose files were uploaded. Call it in a transaction.
 *
 * @throws AppError `NOT_FOUND` to all but the owners, `CONFLICT` if the name is taken.
 */
export async function addUploadedRepository(
  { users, repositories, audit }: Stores,
  principal: Principal,
  repository: Pick<NewRepository, 'id' | 'name' | 'projectId'>,
): Promise<Repository> {
  await requireOwner(users, principal);
  const added = await repositories.add(principal, {
    ...repository,
    remoteUrl: null,
    localPath: null,
    defaultBranch: null,
  });
  await audit.append(principal, {
    kind: 'repository_added',
    subjectId: added.id,
    details: { name: added.name, host: null },
  });
  return added;
}

/**
 * Changes the settings of a repository. Call it in a transaction.
 *
 * @throws AppError `NOT_FOUND` to all but the owners, `CONFLICT` if the name is taken, `VALIDATION_ERROR` for a token without a remote.
 */
export async function changeRepository(
  { users, repositories, audit }: Stores,
  principal: Principal,
  { id, ...change }: RepositoryChange & Pick<Repository, 'id'>,
): Promise<Repository> {
  await requireOwner(users, principal);
  const changed = await repositories.change(principal, id, change);
  if (changed.remoteUrl === null && changed.hasToken) throw invalid('token', 'A local repository needs no token.');
  const fields = Object.entries(change).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  await audit.append(principal, { kind: 'repository_changed', subjectId: id, details: { name: changed.name, fields } });
  return changed;
}

/** Removes a repository with the results of its jobs. Call it in a transaction. @throws AppError `NOT_FOUND` to all but the owners */
export async function removeRepository(
  { users, repositories, audit }: Stores,
  principal: Principal,
  repositoryId: string,
): Promise<Repository> {
  await requireOwner(users, principal);
  const removed = await repositories.remove(principal, repositoryId);
  const { id: subjectId, name } = removed;
  await audit.append(principal, { kind: 'repository_removed', subjectId, details: { name } });
  return removed;
}

/** Ends the review of a job without keeping its work. Call it in a transaction. @throws AppError `CONFLICT` unless it has a result and is open */
export async function discardRepositoryJob(
  { repositoryJobs, audit }: Stores,
  principal: Principal,
  jobId: string,
): Promise<void> {
  const { branch } = await repositoryJobs.get(principal, jobId);
  await repositoryJobs.settle(principal, jobId, { outcome: 'discarded', pushedBranch: null });
  await audit.append(principal, { kind: 'repository_job_discarded', subjectId: jobId, details: { branch } });
}

function invalid(path: string, message: string): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message, details: { issues: [{ path, message }] } });
}
