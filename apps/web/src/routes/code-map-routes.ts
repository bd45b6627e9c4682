import { AppError } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { toRepositoryLabel } from '@shipmate/domain/code-map';
import { beginCodeIndex } from '@shipmate/domain/use-cases';
import {
  type CodeMapListResponse,
  codeMapListResponseSchema,
  codeSearchQuerySchema,
  type CodeSearchResponse,
  codeSearchResponseSchema,
  startIndexRequestSchema,
  type StartIndexResponse,
  startIndexResponseSchema,
} from '@shipmate/protocol/web/code-maps';
import {
  type AppEnvironment,
  type Authenticate,
  describeRoute,
  longJson,
  nameRun,
  parseBody,
  parseInput,
} from '@shipmate/server';
import { Hono } from 'hono';
import { type RepositoryAccess, requireRepositories } from '../repositories/repository-access.ts';
import { toCodeIndexView, toCodeMapView, toCodeSearchHit } from '../views/code-map-view.ts';

/** Options for {@link codeMapRoutes}. */
interface CodeMapRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  /** Undefined where no folder for repositories is configured. */
  readonly repositories: RepositoryAccess | undefined;
}

/** `/api/repositories/{id}/maps`: the maps of a repository's code, its index, and the search in a map. */
export function codeMapRoutes({
  authenticate,
  unitOfWork,
  repositories: access,
}: CodeMapRoutesOptions): Hono<AppEnvironment> {
  const { repositories, codeMaps, codeIndexes } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /:id/maps', { summary: 'List code maps', response: codeMapListResponseSchema });
  app.get('/:id/maps', async (context) => {
    const principal = await authenticate(context.req.raw);
    const repository = await repositories.get(principal, context.req.param('id'));
    const index = await codeIndexes.findNewest(principal, repository.id);
    return longJson<CodeMapListResponse>(context, {
      label: toRepositoryLabel(repository),
      maps: (await codeMaps.list(principal, repository.id)).map(toCodeMapView),
      index: index === undefined ? null : toCodeIndexView(index),
    });
  });

  describeRoute(app, 'POST /:id/maps', {
    summary: 'Index a repository',
    body: startIndexRequestSchema,
    response: startIndexResponseSchema,
    status: 202,
  });
  app.post('/:id/maps', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { branch = null, commit = null } = await parseBody(context, startIndexRequestSchema);
    const { id: repositoryId } = await repositories.get(principal, context.req.param('id'));
    requireRepositories(access);
    const target = { repositoryId, branch, commit };
    const { id } = await unitOfWork.transaction((stores) => beginCodeIndex(stores, principal, target));
    nameRun(context, id);
    return context.json<StartIndexResponse>({ runId: id }, 202);
  });

  describeRoute(app, 'GET /:id/maps/:mapId/search', {
    summary: 'Search a code map',
    query: codeSearchQuerySchema,
    response: codeSearchResponseSchema,
  });
  app.get('/:id/maps/:mapId/search', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { q: text, limit } = parseInput(codeSearchQuerySchema, context.req.query());
    const repository = await repositories.get(principal, context.req.param('id'));
    const map = await codeMaps.get(principal, context.req.param('mapId'));
    if (map.repositoryId !== repository.id) {
      throw new AppError({ code: 'NOT_FOUND', message: 'The repository has no such code map.' });
    }
    const query = { mapId: map.id, text, limit };
    const search = access?.codeMaps ?? codeMaps;
    const found = await search.search(principal, query, context.req.raw.signal);
    const label = toRepositoryLabel(repository);
    return longJson<CodeSearchResponse>(context, {
      commit: map.commit,
      hits: found.map((hit) => toCodeSearchHit(label, hit)),
    });
  });

  return app;
}
