import { openRepositoryAccess } from '@shipmate/agents';
import {
  type BranchListResponse,
  branchListResponseSchema,
  repositoryFileQuerySchema,
  type RepositoryFileResponse,
  repositoryFileResponseSchema,
  repositorySearchQuerySchema,
  type RepositorySearchResponse,
  repositorySearchResponseSchema,
  treeQuerySchema,
  type TreeResponse,
  treeResponseSchema,
} from '@shipmate/protocol/web/repositories';
import { type AppEnvironment, describeRoute, parseInput } from '@shipmate/server';
import { Hono } from 'hono';
import { createRepositoryReader, type RepositoryReaderOptions } from '../repositories/repository-reader.ts';

/** `/api/repositories/{id}`: branches, folders, files and search in the local copy of a repository. */
export function repositoryFileRoutes(options: RepositoryReaderOptions): Hono<AppEnvironment> {
  const { repositories } = options.unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  const { open, resolve } = createRepositoryReader(options);

  describeRoute(app, 'POST /:id/fetch', { summary: 'Fetch a repository' });
  app.post('/:id/fetch', async (context) => {
    const { principal, repository, access, place, signal } = await open(context);
    const token = await repositories.openToken(principal, repository.id);
    const right = await openRepositoryAccess({ ...repository, repositoryId: repository.id });
    await access.workTrees.updateCache({ ...place, ...right, token }, signal);
    return context.body(null, 204);
  });

  describeRoute(app, 'GET /:id/branches', { summary: 'List branches', response: branchListResponseSchema });
  app.get('/:id/branches', async (context) => {
    const { access, place, signal } = await open(context);
    const branches = await access.objects.listBranches(place, signal);
    return context.json<BranchListResponse>({ branches: [...branches] });
  });

  describeRoute(app, 'GET /:id/tree', {
    summary: 'List a folder of a repository',
    query: treeQuerySchema,
    response: treeResponseSchema,
  });
  app.get('/:id/tree', async (context) => {
    const opened = await open(context);
    const { path: folder, after, limit, ...ref } = parseInput(treeQuerySchema, context.req.query());
    const { commit, place } = await resolve(opened, ref);
    const { access, signal } = opened;
    const found = await access.objects.listFolder(place, { commit, folder, after, limit }, signal);
    return context.json<TreeResponse>({ commit, ...found });
  });

  describeRoute(app, 'GET /:id/file', {
    summary: 'Get a file of a repository',
    query: repositoryFileQuerySchema,
    response: repositoryFileResponseSchema,
  });
  app.get('/:id/file', async (context) => {
    const opened = await open(context);
    const { path, ...ref } = parseInput(repositoryFileQuerySchema, context.req.query());
    const { commit, place } = await resolve(opened, ref);
    const file = await opened.access.objects.readFile(place, { commit, path }, opened.signal);
    return context.json<RepositoryFileResponse>({ commit, path, ...file });
  });

  describeRoute(app, 'GET /:id/search', {
    summary: 'Search the files of a repository',
    query: repositorySearchQuerySchema,
    response: repositorySearchResponseSchema,
  });
  app.get('/:id/search', async (context) => {
    const opened = await open(context);
    const { q: text, limit, ...ref } = parseInput(repositorySearchQuerySchema, context.req.query());
    const { commit, place } = await resolve(opened, ref);
    const found = await opened.access.objects.search(place, { commit, text, limit }, opened.signal);
    return context.json<RepositorySearchResponse>({ commit, ...found });
  });

  return app;
}
