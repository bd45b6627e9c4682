import { type GuardedRoute, startRun } from './guarded-route.ts';

/** A repository of the organization. */
export const repository = { name: 'shop', remoteUrl: 'https://git.example.test/shop.git' };

/** A diagram of a repository. */
export const diagram = { name: 'Files', request: { type: 'file_tree' } } as const;

/** Routes of repositories, jobs in them and diagrams of them. */
export const repositoryRoutes: readonly GuardedRoute[] = [
  {
    route: 'GET /api/repositories',
    request: () => ['/api/repositories'],
    foreign: 'own',
    needs: ['code:read'],
  },
  {
    route: 'POST /api/repositories',
    request: () => ['/api/repositories', repository],
    foreign: 'own',
    needs: 'sign-in',
    isForPeople: true,
  },
  {
    route: 'POST /api/repositories/archive',
    request: () => ['/api/repositories/archive?name=shop', {}],
    foreign: 'own',
    needs: 'sign-in',
    isForPeople: true,
  },
  {
    route: 'POST /api/repositories/:id/archive',
    request: ({ repositoryId }) => [`/api/repositories/${repositoryId}/archive`, {}],
    foreign: 404,
    needs: ['code:write'],
  },
  {
    route: 'GET /api/repositories/:id',
    request: ({ repositoryId }) => [`/api/repositories/${repositoryId}`],
    foreign: 404,
    needs: ['code:read'],
  },
  {
    route: 'PATCH /api/repositories/:id',
    request: ({ repositoryId }) => [`/api/repositories/${repositoryId}`, { name: 'shop' }],
    method: 'PATCH',
    foreign: 404,
    needs: 'sign-in',
    isForPeople: true,
  },
  {
    route: 'DELETE /api/repositories/:id',
    request: ({ repositoryId }) => [`/api/repositories/${repositoryId}`],
    method: 'DELETE',
    foreign: 404,
    needs: 'sign-in',
    isForPeople: true,
  },
  {
    route: 'GET /api/repositories/:id/jobs',
    request: ({ repositoryId }) => [`/api/repositories/${repositoryId}/jobs`],
    foreign: 404,
    needs: ['runs:read'],
  },
  {
    route: 'POST /api/repositories/:id/jobs',
    request: ({ repositoryId }) => [`/api/repositories/${repositoryId}/jobs`, { prompt: 'Fix the test' }],
    foreign: 404,
    needs: [...startRun, 'code:write'],
  },
  {
    route: 'POST /api/repositories/:id/fetch',
    request: ({ repositoryId }) => [`/api/repositories/${repositoryId}/fetch`, {}],
    foreign: 404,
    needs: ['code:write'],
  },
  {
    route: 'GET /api/repositories/:id/branches',
    request: ({ repositoryId }) => [`/api/repositories/${repositoryId}/branches`],
    foreign: 404,
    needs: ['code:read'],
  },
  {
    route: 'GET /api/repositories/:id/tree',
    request: ({ repositoryId }) => [`/api/repositories/${repositoryId}/tree`],
    foreign: 404,
    needs: ['code:read'],
  },
  {
    route: 'GET /api/repositories/:id/file',
    request: ({ repositoryId }) => [`/api/repositories/${repositoryId}/file?path=a`],
    foreign: 404,
    needs: ['code:read'],
  },
  {
    route: 'GET /api/repositories/:id/search',
    request: ({ repositoryId }) => [`/api/repositories/${repositoryId}/search?q=a`],
    foreign: 404,
    needs: ['code:read'],
  },
  {
    route: 'GET /api/repositories/:id/charts',
    request: ({ repositoryId }) => [`/api/repositories/${repositoryId}/charts`],
    foreign: 404,
    needs: ['code:read'],
  },
  {
    route: 'POST /api/repositories/:id/charts',
    request: ({ repositoryId }) => [`/api/repositories/${repositoryId}/charts`, { folder: '' }],
    foreign: 404,
    needs: ['code:read', 'chart:write'],
  },
  {
    route: 'GET /api/repositories/:id/maps',
    request: ({ repositoryId }) => [`/api/repositories/${repositoryId}/maps`],
    foreign: 404,
    needs: ['code:read'],
  },
  {
    route: 'POST /api/repositories/:id/maps',
    request: ({ repositoryId }) => [`/api/repositories/${repositoryId}/maps`, {}],
    foreign: 404,
    needs: ['code:write'],
  },
  {
    route: 'GET /api/repositories/:id/maps/:mapId/search',
    request: ({ repositoryId, mapId }) => [`/api/repositories/${repositoryId}/maps/${mapId}/search?q=order`],
    foreign: 404,
    needs: ['code:read'],
  },
  {
    route: 'GET /api/repositories/:id/diagrams',
    request: ({ repositoryId }) => [`/api/repositories/${repositoryId}/diagrams`],
    foreign: 404,
    needs: ['code:read'],
  },
  {
    route: 'POST /api/repositories/:id/diagrams',
    request: ({ repositoryId }) => [`/api/repositories/${repositoryId}/diagrams`, diagram],
    foreign: 404,
    needs: ['code:write'],
  },
  {
    route: 'POST /api/repositories/:id/draw',
    request: ({ repositoryId }) => [`/api/repositories/${repositoryId}/draw`, { request: diagram.request }],
    foreign: 404,
    needs: ['code:read'],
  },
  {
    route: 'POST /api/repositories/:id/compare',
    request: ({ repositoryId }) => [`/api/repositories/${repositoryId}/compare`, { base: 'a'.repeat(40) }],
    foreign: 404,
    needs: ['code:read'],
  },
  {
    route: 'GET /api/repositories/:id/health',
    request: ({ repositoryId }) => [`/api/repositories/${repositoryId}/health`],
    foreign: 404,
    needs: ['code:read'],
  },
  {
    route: 'GET /api/diagrams/:id/mermaid',
    request: ({ diagramId }) => [`/api/diagrams/${diagramId}/mermaid`],
    foreign: 404,
    needs: ['code:read'],
  },
  {
    route: 'GET /api/diagrams/:id',
    request: ({ diagramId }) => [`/api/diagrams/${diagramId}`],
    foreign: 404,
    needs: ['code:read'],
  },
  {
    route: 'PATCH /api/diagrams/:id',
    request: ({ diagramId }) => [`/api/diagrams/${diagramId}`, { name: 'All files' }],
    method: 'PATCH',
    foreign: 404,
    needs: ['code:write'],
  },
  {
    route: 'DELETE /api/diagrams/:id',
    request: ({ diagramId }) => [`/api/diagrams/${diagramId}`],
    method: 'DELETE',
    foreign: 404,
    needs: ['code:write'],
  },
  {
    route: 'GET /api/repository-jobs/:id',
    request: ({ jobId }) => [`/api/repository-jobs/${jobId}`],
    foreign: 404,
    needs: ['runs:read'],
  },
  {
    route: 'GET /api/repository-jobs/:id/steps',
    request: ({ jobId }) => [`/api/repository-jobs/${jobId}/steps`],
    foreign: 404,
    needs: ['runs:read'],
  },
  {
    route: 'POST /api/repository-jobs/:id/undo',
    request: ({ jobId }) => [`/api/repository-jobs/${jobId}/undo`, { turn: 0 }],
    foreign: 404,
    needs: ['code:write'],
  },
  {
    route: 'POST /api/repository-jobs/:id/continue',
    request: ({ jobId }) => [`/api/repository-jobs/${jobId}/continue`, { prompt: 'Go on' }],
    foreign: 404,
    needs: [...startRun, 'code:write'],
  },
  {
    route: 'POST /api/repository-jobs/:id/discard',
    request: ({ jobId }) => [`/api/repository-jobs/${jobId}/discard`, {}],
    foreign: 404,
    needs: ['code:write'],
  },
  {
    route: 'POST /api/repository-jobs/:id/review',
    request: ({ jobId }) => [`/api/repository-jobs/${jobId}/review`, { accepted: 'all' }],
    foreign: 404,
    needs: ['code:write'],
  },
  {
    route: 'POST /api/repository-jobs/:id/push',
    request: ({ jobId }) => [`/api/repository-jobs/${jobId}/push`, {}],
    foreign: 404,
    needs: ['push_branches'],
  },
  {
    route: 'POST /api/repository-jobs/:id/change-request',
    request: ({ jobId }) => [`/api/repository-jobs/${jobId}/change-request`, {}],
    foreign: 404,
    needs: ['push_branches'],
  },
  {
    route: 'POST /api/repository-jobs/:id/change-request/refresh',
    request: ({ jobId }) => [`/api/repository-jobs/${jobId}/change-request/refresh`, {}],
    foreign: 404,
    needs: ['code:write'],
  },
  {
    route: 'GET /api/repository-jobs/:id/change-request/merge',
    request: ({ jobId }) => [`/api/repository-jobs/${jobId}/change-request/merge`],
    foreign: 404,
    needs: ['push_branches'],
  },
  {
    route: 'POST /api/repository-jobs/:id/change-request/merge',
    request: ({ jobId }) => [
      `/api/repository-jobs/${jobId}/change-request/merge`,
      { commit: 'a'.repeat(40), base: 'main' },
    ],
    foreign: 404,
    needs: ['push_branches'],
  },
  {
    route: 'POST /api/repository-jobs/:id/answer-comments',
    request: ({ jobId }) => [`/api/repository-jobs/${jobId}/answer-comments`, {}],
    foreign: 404,
    needs: [...startRun, 'code:write'],
  },
];
