import type { GuardedRoute } from './guarded-route.ts';

/** Those of a session, of tokens and of the organization. */
export const accountRoutes: readonly GuardedRoute[] = [
  { route: 'GET /api/session', request: () => ['/api/session'], foreign: 'own' },
  { route: 'POST /api/session/logout', request: () => ['/api/session/logout', {}], foreign: 'own' },
  { route: 'GET /api/tokens', request: () => ['/api/tokens'], foreign: 'own', isForPeople: true },
  {
    route: 'POST /api/tokens',
    request: () => ['/api/tokens', { name: 'curl', expiresInDays: 30 }],
    foreign: 'own',
    isForPeople: true,
  },
  {
    route: 'DELETE /api/tokens/:id',
    request: ({ tokenId }) => [`/api/tokens/${tokenId}`],
    method: 'DELETE',
    foreign: 404,
    isForPeople: true,
  },
  { route: 'GET /api/audit', request: () => ['/api/audit'], foreign: 'own' },
  { route: 'GET /api/audit/export', request: () => ['/api/audit/export'], foreign: 'own' },
  { route: 'GET /api/organization/spend', request: () => ['/api/organization/spend'], foreign: 'own' },
  { route: 'GET /api/organization/storage', request: () => ['/api/organization/storage'], foreign: 'own' },
  { route: 'GET /api/organization/spend-limits', request: () => ['/api/organization/spend-limits'], foreign: 'own' },
  {
    route: 'PUT /api/organization/spend-limits',
    request: () => ['/api/organization/spend-limits', {}],
    method: 'PUT',
    foreign: 'own',
  },
];
