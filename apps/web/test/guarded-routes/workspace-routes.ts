import { type GuardedRoute, startRun } from './guarded-route.ts';

/** Routes of workspaces and of chart imports. */
export const workspaceRoutes: readonly GuardedRoute[] = [
  { route: 'GET /api/workspaces', request: () => ['/api/workspaces'], foreign: 'own', needs: ['chart:read'] },
  { route: 'POST /api/workspaces', request: () => ['/api/workspaces', {}], foreign: 'own', needs: startRun },
  { route: 'GET /api/charts', request: () => ['/api/charts?q=redis'], foreign: 'own', needs: ['chart:read'] },
  {
    route: 'GET /api/charts/:repository/:name',
    request: () => ['/api/charts/bitnami/redis'],
    foreign: 'own',
    needs: ['chart:read'],
  },
  {
    route: 'POST /api/workspaces/catalog',
    request: () => ['/api/workspaces/catalog', {}],
    foreign: 'own',
    needs: ['chart:write'],
  },
  {
    route: 'POST /api/workspaces/manifests',
    request: () => ['/api/workspaces/manifests', {}],
    foreign: 'own',
    needs: startRun,
  },
  {
    route: 'POST /api/workspaces/:id/push',
    request: ({ workspaceId }) => [
      `/api/workspaces/${workspaceId}/push`,
      { remote: 'https://github.com/acme/shop', branch: 'shipmate', message: 'Add' },
    ],
    foreign: 404,
    needs: ['push_branches'],
  },
  {
    route: 'GET /api/workspaces/:id/source',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/source`],
    foreign: 404,
    needs: ['chart:read'],
  },
  {
    route: 'POST /api/workspaces/:id/push-back',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/push-back`, { message: 'Update' }],
    foreign: 404,
    needs: ['push_branches'],
  },
  {
    route: 'POST /api/workspaces/:id/change-request',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/change-request`, { title: 'Update' }],
    foreign: 404,
    needs: ['push_branches'],
  },
  {
    route: 'POST /api/workspaces/archive',
    request: () => ['/api/workspaces/archive', {}],
    foreign: 'own',
    needs: ['chart:write'],
  },
  {
    route: 'GET /api/workspaces/:id/export',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/export`],
    foreign: 404,
    needs: ['chart:read'],
  },
  {
    route: 'GET /api/workspaces/:id',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}`],
    foreign: 404,
    needs: ['chart:read'],
  },
  ...(['accept', 'reject'] as const).map(
    (decision): GuardedRoute => ({
      route: `POST /api/workspaces/:id/changes/${decision}`,
      request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/changes/${decision}`, { revisionNumber: 0 }],
      foreign: 404,
      needs: ['accept_changes'],
    }),
  ),
  {
    route: 'POST /api/workspaces/:id/changes/hunks',
    request: ({ workspaceId }) => [
      `/api/workspaces/${workspaceId}/changes/hunks`,
      { revisionNumber: 0, path: 'values.yaml', reject: ['0'] },
    ],
    foreign: 404,
    needs: ['accept_changes'],
  },
  {
    route: 'GET /api/workspaces/:id/checks',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/checks`],
    foreign: 404,
    needs: ['chart:read'],
  },
  {
    route: 'GET /api/workspaces/:id/rendered',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/rendered?valuesFile=values.yaml`],
    foreign: 404,
    needs: ['chart:read'],
  },
  {
    route: 'GET /api/workspaces/:id/files',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/files?path=values.yaml`],
    foreign: 404,
    needs: ['chart:read'],
  },
  {
    route: 'PUT /api/workspaces/:id/files',
    request: ({ workspaceId }) => [
      `/api/workspaces/${workspaceId}/files`,
      { path: 'values.yaml', content: '', version: '' },
    ],
    method: 'PUT',
    foreign: 404,
    needs: ['chart:write'],
  },
  {
    route: 'POST /api/workspaces/:id/files',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/files`, { path: 'new.yaml' }],
    foreign: 404,
    needs: ['chart:write'],
  },
  {
    route: 'POST /api/workspaces/:id/files/rename',
    request: ({ workspaceId }) => [
      `/api/workspaces/${workspaceId}/files/rename`,
      { moves: [{ from: 'values.yaml', to: 'v.yaml', version: '' }] },
    ],
    foreign: 404,
    needs: ['chart:write'],
  },
  {
    route: 'DELETE /api/workspaces/:id/files',
    request: ({ workspaceId }) => [
      `/api/workspaces/${workspaceId}/files`,
      { files: [{ path: 'values.yaml', version: '' }] },
    ],
    method: 'DELETE',
    foreign: 404,
    needs: ['chart:write'],
  },
  {
    route: 'GET /api/workspaces/:id/revisions',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/revisions`],
    foreign: 404,
    needs: ['chart:read'],
  },
  {
    route: 'GET /api/workspaces/:id/revisions/compare',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/revisions/compare?from=0&to=0`],
    foreign: 404,
    needs: ['chart:read'],
  },
  {
    route: 'GET /api/workspaces/:id/revisions/:n',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/revisions/0`],
    foreign: 404,
    needs: ['chart:read'],
  },
  {
    route: 'POST /api/workspaces/:id/revisions/:n/rollback',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/revisions/0/rollback`, { revisionNumber: 0 }],
    foreign: 404,
    needs: ['accept_changes'],
  },
  {
    route: 'GET /api/workspaces/:id/plans',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/plans`],
    foreign: 404,
    needs: ['chart:read'],
  },
  {
    route: 'POST /api/workspaces/:id/plans/:planId/ignore',
    request: ({ workspaceId, planId }) => [`/api/workspaces/${workspaceId}/plans/${planId}/ignore`, {}],
    foreign: 404,
    needs: ['chart:write'],
  },
  {
    route: 'PATCH /api/workspaces/:id/settings',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/settings`, { autoAccept: true }],
    method: 'PATCH',
    foreign: 404,
    needs: ['change_settings'],
  },
  {
    route: 'GET /api/workspaces/:id/grants',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/grants`],
    foreign: 404,
    needs: ['chart:read'],
  },
  {
    route: 'DELETE /api/grants/:id',
    request: ({ grantId }) => [`/api/grants/${grantId}`],
    method: 'DELETE',
    foreign: 404,
    needs: ['delete_grants'],
  },
  {
    route: 'DELETE /api/workspaces/:id',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}`],
    method: 'DELETE',
    foreign: 404,
    needs: ['chart:destructive'],
  },
];
