import { rm } from 'node:fs/promises';
import { AppError, type Principal } from '@shipmate/core';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { isUpload, type NewRepository, type Repository } from '@shipmate/domain/repository';
import { addUploadedRepository, beginCodeIndex, requireOwner } from '@shipmate/domain/use-cases';
import type { ByteClaim } from '@shipmate/runtime';
import { type ArchiveSource, readRepositoryArchive } from '@shipmate/tools/archive';
import { type GitUploadPort, type GitWorkTreePort, toRepositoryFolder } from '@shipmate/tools/git';

/** Resources for uploads of repositories. */
interface UploadResources {
  readonly unitOfWork: UnitOfWork;
  readonly workTrees: GitUploadPort & Pick<GitWorkTreePort, 'authorOf'>;
  /** The folder of clones, which web and workers share. */
  readonly root: string;
}

/** An archive that a person uploads. */
interface Upload {
  readonly archive: ArchiveSource;
  readonly claim?: Pick<ByteClaim, 'shrink'>;
  readonly signal: AbortSignal;
}

/** A repository after an upload. */
interface UploadedRepository {
  readonly repository: Repository;
  readonly commit: string;
  readonly left: ReturnType<Awaited<ReturnType<typeof readRepositoryArchive>>['listLeftOut']>;
}

/**
 * Adds a repository with the files of an archive, and begins to index them. Nothing is kept if the archive is refused.
 *
 * @throws AppError `NOT_FOUND` to all but the owners, `CONFLICT` if the name is taken, of `refuseArchive`.
 */
export async function addUpload(
  resources: UploadResources,
  principal: Principal,
  { name, projectId, ...upload }: Upload & Pick<NewRepository, 'name' | 'projectId'>,
): Promise<UploadedRepository> {
  const { unitOfWork, root } = resources;
  await requireOwner(unitOfWork.stores.users, principal);
  const id = newId();
  try {
    const stored = await storeUpload(resources, principal, { id, ...upload });
    const repository = await unitOfWork.transaction(async (stores) => {
      const added = await addUploadedRepository(stores, principal, { id, name, projectId });
      await beginCodeIndex(stores, principal, { repositoryId: id, branch: null, commit: null });
      return added;
    });
    return { repository, ...stored };
  } catch (thrown) {
    await rm(toRepositoryFolder(root, principal.organizationId, id), { recursive: true, force: true });
    throw thrown;
  }
}

/**
 * Replaces the files of an uploaded repository by those of an archive, as a new commit, and begins to index it. Contents that were indexed
 * before are not analyzed again.
 *
 * @throws AppError `NOT_FOUND` to all but the owners, `CONFLICT` for a repository that has another source, of `refuseArchive`.
 */
export async function replaceUpload(
  resources: UploadResources,
  principal: Principal,
  { id, ...upload }: Upload & Pick<Repository, 'id'>,
): Promise<UploadedRepository> {
  const { unitOfWork } = resources;
  await requireOwner(unitOfWork.stores.users, principal);
  const repository = await unitOfWork.stores.repositories.get(principal, id);
  if (!isUpload(repository)) {
    const message = `The files of "${repository.name}" come from its address. Push to it, or add the archive as a repository of its own.`;
    throw new AppError({ code: 'CONFLICT', message });
  }
  const stored = await storeUpload(resources, principal, { id, ...upload });
  const target = { repositoryId: id, branch: null, commit: stored.commit };
  await unitOfWork.transaction((stores) => beginCodeIndex(stores, principal, target));
  return { repository, ...stored };
}

async function storeUpload(
  { workTrees, root }: UploadResources,
  { organizationId, userId }: Principal,
  { id, archive, claim, signal }: Upload & Pick<Repository, 'id'>,
): Promise<Pick<UploadedRepository, 'commit' | 'left'>> {
  // Received before git starts: a slow sender takes none of the processes of others.
  const { files, listLeftOut } = await readRepositoryArchive(archive, { signal, ...(claim && { claim }) });
  const place = { organizationId, cache: toRepositoryFolder(root, organizationId, id) };
  const upload = { files, message: 'Upload an archive', author: workTrees.authorOf(userId) };
  const { commit } = await workTrees.commitUpload(place, upload, signal);
  return { commit, left: listLeftOut() };
}
