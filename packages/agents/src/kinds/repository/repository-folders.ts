import { createHash, randomUUID } from 'node:crypto';
import { readdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RepositoryJob } from '@shipmate/domain/repository';
import type { Run } from '@shipmate/domain/run';
import { removeFolder } from '@shipmate/runtime/process';
import { type CheckpointPlace, type RepositoryPlace, toRepositoryFolder } from '@shipmate/tools/git';

/** A repository, stored or not. */
type RepositorySource = Pick<RepositoryJob, 'repositoryId' | 'remoteUrl' | 'localPath'>;

/** The jobs that continue each other in a repository. */
type JobLine = RepositorySource & Pick<RepositoryJob, 'checkpointStore'>;

/** Returns the folder of the bare repository that an organization shares: it has what the remote has, or what was uploaded. */
export function toCacheFolder(root: string, organizationId: string, source: RepositorySource): string {
  return toRepositoryFolder(root, organizationId, toName(source));
}

/** Returns the folder of the work tree of a job. */
export function toTreeFolder(root: string, { id, organizationId }: Pick<Run, 'id' | 'organizationId'>): string {
  return join(root, organizationId, 'jobs', id);
}

/** Returns the copy of the repository in which jobs that continue each other commit; they belong to one conversation. */
export function toJobCopy(root: string, organizationId: string, job: JobLine): RepositoryPlace {
  return { organizationId, cache: join(toCopiesFolder(root, organizationId, job), `${job.checkpointStore}.git`) };
}

/** Returns the copy of a stored repository in which the chart of a workspace is committed. */
export function toChartCopy(
  root: string,
  organizationId: string,
  { repositoryId, workspaceId }: { readonly repositoryId: string; readonly workspaceId: string },
): RepositoryPlace {
  const source = { repositoryId, remoteUrl: null, localPath: null };
  return { organizationId, cache: join(toCopiesFolder(root, organizationId, source), `${workspaceId}.git`) };
}

/** Returns the folder that keeps the checkpoints of jobs that continue each other. */
export function toCheckpointFolder(root: string, organizationId: string, job: JobLine): string {
  return join(toCopiesFolder(root, organizationId, job), `${job.checkpointStore}.checkpoints`);
}

/** Returns the place of a job's checkpoints. */
export function toCheckpointPlace(
  root: string,
  job: JobLine & Pick<RepositoryJob, 'id'> & Pick<Run, 'organizationId'>,
): CheckpointPlace {
  const { id: index, organizationId } = job;
  const store = toCheckpointFolder(root, organizationId, job);
  return { organizationId, folder: toTreeFolder(root, job), store, index };
}

/** Deletes everything of a repository that was removed: what was fetched or uploaded, and the copies with the work of its jobs and charts. */
export async function deleteRepositoryFolders(root: string, organizationId: string, id: string): Promise<void> {
  const source = { repositoryId: id, remoteUrl: null, localPath: null };
  await removeFolder(toCacheFolder(root, organizationId, source));
  await removeFolder(toCopiesFolder(root, organizationId, source));
}

/** Deletes the commits of the chart of a workspace. */
export function deleteChartCopy(
  root: string,
  organizationId: string,
  source: Parameters<typeof toChartCopy>[2],
): Promise<void> {
  return removeFolder(toChartCopy(root, organizationId, source).cache);
}

/** Deletes the work of jobs that continue each other, and the work tree of the named one, which a job that could not store its changes leaves. */
export async function deleteJobFolders(
  root: string,
  organizationId: string,
  job: JobLine & Pick<RepositoryJob, 'id'>,
): Promise<void> {
  await removeFolder(toTreeFolder(root, { id: job.id, organizationId }));
  await removeFolder(toJobCopy(root, organizationId, job).cache);
  await removeFolder(toCheckpointFolder(root, organizationId, job));
}

/** More than any process takes to copy a repository. */
const maxCopyMs = 30 * 60_000;

/** Deletes what processes that died have copied beside a copy: folders named like a copy, followed by an id. */
export async function deleteUnfinishedCopies({ cache }: RepositoryPlace): Promise<void> {
  const folder = dirname(cache);
  for (const name of await readdir(folder).catch(() => [])) {
    if (!/\.git\.[\da-f-]{36}$/u.test(name)) continue;
    const part = join(folder, name);
    const found = await stat(part).catch(() => undefined);
    if (found === undefined || Date.now() - found.mtimeMs < maxCopyMs) continue;
    // Under another name first, so that a process that was only suspended takes no folder for a copy that has lost files.
    const own = part.replace(/[^.]+$/u, randomUUID());
    await rename(part, own).catch(() => undefined);
    await removeFolder(own);
  }
}

function toCopiesFolder(root: string, organizationId: string, source: RepositorySource): string {
  return join(root, organizationId, 'copies', toName(source));
}

function toName({ repositoryId, remoteUrl, localPath }: RepositorySource): string {
  if (repositoryId !== null) return repositoryId;
  return createHash('sha256')
    .update(JSON.stringify([remoteUrl, localPath]))
    .digest('hex')
    .slice(0, 32);
}
