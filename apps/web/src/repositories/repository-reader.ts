import { existsSync } from 'node:fs';
import { toCacheFolder, toJobCopy } from '@shipmate/agents';
import { AppError } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { AppEnvironment, Authenticate } from '@shipmate/server';
import type { Context } from 'hono';
import { type RepositoryAccess, requireRepositories } from './repository-access.ts';

/** Options for {@link createRepositoryReader}. */
export interface RepositoryReaderOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  /** Undefined where no folder for repositories is configured. */
  readonly repositories: RepositoryAccess | undefined;
}

/** The commit that a request names. */
interface Ref {
  readonly branch?: string | undefined;
  readonly commit?: string | undefined;
  readonly job?: string | undefined;
}

/** Creates the functions that find the repository and the commit of a request. */
export function createRepositoryReader({
  authenticate,
  unitOfWork,
  repositories: configured,
}: RepositoryReaderOptions) {
  const { repositories, repositoryJobs } = unitOfWork.stores;

  /** Finds the local copy of the request's repository. */
  async function open(context: Context<AppEnvironment, `/:id/${string}`>) {
    const principal = await authenticate(context.req.raw);
    const repository = await repositories.get(principal, context.req.param('id'));
    const access = requireRepositories(configured);
    const { organizationId } = principal;
    const cache = toCacheFolder(access.root, organizationId, { ...repository, repositoryId: repository.id });
    const { signal } = context.req.raw;
    return { principal, repository, access, place: { organizationId, cache }, signal };
  }

  /** Finds a commit, and the local copy that has it: the commits of a job are in one of its own. */
  async function resolve(opened: Awaited<ReturnType<typeof open>>, ref: Ref) {
    const { access, place, signal } = opened;
    if (ref.job !== undefined) return findJobCommit(opened, ref.job);
    const { branch = ref.commit === undefined ? await findDefaultBranch(opened) : undefined, commit } = ref;
    return {
      place,
      commit: await access.objects.resolve(place, branch === undefined ? { commit } : { branch }, signal),
    };
  }

  async function findJobCommit({ principal, repository, access }: Awaited<ReturnType<typeof open>>, jobId: string) {
    const job = await repositoryJobs.get(principal, jobId);
    if (job.repositoryId !== repository.id || job.result === null) {
      throw new AppError({ code: 'NOT_FOUND', message: 'The job has no result in this repository.' });
    }
    const place = toJobCopy(access.root, principal.organizationId, job);
    if (existsSync(place.cache)) return { place, commit: job.result.headCommit };
    const message =
      job.outcome === 'discarded'
        ? 'The job was discarded, and its files with it.'
        : 'The files of this job are not on this machine. Share REPOSITORY_FOLDER between web and worker.';
    throw new AppError({ code: 'CONFLICT', message });
  }

  /** Without a stored branch and one of the remote, the first one is taken. */
  async function findDefaultBranch(opened: Awaited<ReturnType<typeof open>>): Promise<string> {
    const { repository, access, place, signal } = opened;
    const known = repository.defaultBranch ?? (await access.objects.readDefaultBranch(place, signal));
    if (known !== undefined) return known;
    const [first] = await access.objects.listBranches(place, signal);
    if (first !== undefined) return first.name;
    throw new AppError({ code: 'NOT_FOUND', message: 'The repository has no branch yet. Push a first commit.' });
  }

  return { open, resolve, findDefaultBranch };
}
