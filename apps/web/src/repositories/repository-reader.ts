import { toCacheFolder } from '@shipmate/agents';
import { AppError, type Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { Repository } from '@shipmate/domain/repository';
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

  async function resolve(opened: Awaited<ReturnType<typeof open>>, ref: Ref): Promise<string> {
    const { principal, repository, access, place, signal } = opened;
    if (ref.job !== undefined) return readHeadCommit(principal, repository, ref.job);
    const { branch = ref.commit === undefined ? await findDefaultBranch(opened) : undefined, commit } = ref;
    return access.objects.resolve(place, branch === undefined ? { commit } : { branch }, signal);
  }

  async function readHeadCommit(principal: Principal, { id }: Repository, jobId: string): Promise<string> {
    const job = await repositoryJobs.get(principal, jobId);
    if (job.repositoryId === id && job.result !== null) return job.result.headCommit;
    throw new AppError({ code: 'NOT_FOUND', message: 'The job has no result in this repository.' });
  }

  /** Without a stored branch, the usual name is preferred to the first one. */
  async function findDefaultBranch(opened: Awaited<ReturnType<typeof open>>): Promise<string> {
    const { repository, access, place, signal } = opened;
    if (repository.defaultBranch !== null) return repository.defaultBranch;
    const names = (await access.objects.listBranches(place, signal)).map(({ name }) => name);
    const found = ['main', 'master'].find((name) => names.includes(name)) ?? names[0];
    if (found !== undefined) return found;
    throw new AppError({ code: 'NOT_FOUND', message: 'The repository has no branch yet. Push a first commit.' });
  }

  return { open, resolve, findDefaultBranch };
}
