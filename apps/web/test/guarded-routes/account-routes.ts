import type { GuardedRoute } from './guarded-route.ts';

/** Routes of sessions, tokens and the organization. */
export const accountRoutes: readonly GuardedRoute[] = [
  { route: 'GET /api/session', request: () => ['/api/session'], foreign: 'own', needs: 'any' },
  { route: 'POST /api/session/logout', request: () => ['/api/session/logout', {}], foreign: 'own', needs: 'any' },
  { route: 'GET /api/tokens', request: () => ['/api/tokens'], foreign: 'own', needs: 'sign-in', isForPeople: true },
  {
    route: 'POST /api/tokens',
    request: () => ['/api/tokens', { name: 'curl', expiresInDays: 30 }],
    foreign: 'own',
    needs: 'sign-in',
    isForPeople: true,
  },
  {
    route: 'DELETE /api/tokens/:id',
    request: ({ tokenId }) => [`/api/tokens/${tokenId}`],
    method: 'DELETE',
    foreign: 404,
    needs: 'sign-in',
    isForPeople: true,
  },
  { route: 'GET /api/audit', request: () => ['/api/audit'], foreign: 'own', needs: ['organization:read'] },
  {
    route: 'GET /api/audit/export',
    request: () => ['/api/audit/export'],
    foreign: 'own',
    needs: ['organization:read'],
  },
  {
    route: 'GET /api/organization/spend',
    request: () => ['/api/organization/spend'],
    foreign: 'own',
    needs: ['organization:read'],
  },
  {
    route: 'GET /api/organization/tool-usage',
    request: () => ['/api/organization/tool-usage'],
    foreign: 'own',
    needs: ['organization:read'],
  },
  {
    route: 'GET /api/organization/spend-limits',
    request: () => ['/api/organization/spend-limits'],
    foreign: 'own',
    needs: ['organization:read'],
  },
  {
    route: 'GET /api/organization/storage',
    request: () => ['/api/organization/storage'],
    foreign: 'own',
    needs: ['organization:read'],
  },
  {
    route: 'PUT /api/organization/spend-limits',
    request: () => ['/api/organization/spend-limits', {}],
    method: 'PUT',
    foreign: 'own',
    needs: ['change_spend_limits'],
  },
];
