import { toCacheFolder, toRepositoryAccess } from '@shipmate/agents';
import { AppError, type Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { Repository } from '@shipmate/domain/repository';
import {
  type BranchListResponse,
  type RepositoryFileResponse,
  repositoryFileQuerySchema,
  type RepositorySearchResponse,
  repositorySearchQuerySchema,
  type TreeResponse,
  treeQuerySchema,
} from '@shipmate/protocol/web/repositories';
import { type AppEnvironment, type Authenticate, parseInput } from '@shipmate/server';
import { type Context, Hono } from 'hono';
import { type RepositoryAccess, requireRepositories } from '../repositories/repository-access.ts';

/** Options for {@link repositoryFileRoutes}. */
interface RepositoryFileRoutesOptions {
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

/** `/api/repositories/{id}`: branches, folders, files and search in the local copy of a repository. */
export function repositoryFileRoutes(options: RepositoryFileRoutesOptions): Hono<AppEnvironment> {
  const { authenticate, unitOfWork, repositories: configured } = options;
  const { repositories, repositoryJobs } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  /** Finds the local copy of the request's repository. */
  async function open(context: Context<AppEnvironment, '/:id/:part'>) {
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

  app.post('/:id/fetch', async (context) => {
    const { principal, repository, access, place, signal } = await open(context);
    const token = await repositories.openToken(principal, repository.id);
    await access.workTrees.updateCache({ ...place, ...toRepositoryAccess(repository), token }, signal);
    return context.body(null, 204);
  });

  app.get('/:id/branches', async (context) => {
    const { access, place, signal } = await open(context);
    const branches = await access.objects.listBranches(place, signal);
    return context.json<BranchListResponse>({ branches: [...branches] });
  });

  app.get('/:id/tree', async (context) => {
    const opened = await open(context);
    const { path: folder, after, limit, ...ref } = parseInput(treeQuerySchema, context.req.query());
    const commit = await resolve(opened, ref);
    const { access, place, signal } = opened;
    const found = await access.objects.listFolder(place, { commit, folder, after, limit }, signal);
    return context.json<TreeResponse>({ commit, ...found });
  });

  app.get('/:id/file', async (context) => {
    const opened = await open(context);
    const { path, ...ref } = parseInput(repositoryFileQuerySchema, context.req.query());
    const commit = await resolve(opened, ref);
    const file = await opened.access.objects.readFile(opened.place, { commit, path }, opened.signal);
    return context.json<RepositoryFileResponse>({ commit, path, ...file });
  });

  app.get('/:id/search', async (context) => {
    const opened = await open(context);
    const { q: text, limit, ...ref } = parseInput(repositorySearchQuerySchema, context.req.query());
    const commit = await resolve(opened, ref);
    const found = await opened.access.objects.search(opened.place, { commit, text, limit }, opened.signal);
    return context.json<RepositorySearchResponse>({ commit, ...found });
  });

  return app;
}
