import type { GuardedRoute } from './guarded-route.ts';

const items = '/api/entities/inventory.inventory_items';

/** Routes of what rules watch: rows of tables, and incoming webhooks. */
export const entityRoutes: readonly GuardedRoute[] = [
  {
    route: 'GET /api/incoming-webhooks',
    request: () => ['/api/incoming-webhooks'],
    foreign: 'own',
    needs: ['workflow:read'],
  },
  {
    route: 'POST /api/incoming-webhooks',
    request: ({ ruleId }) => ['/api/incoming-webhooks', { name: `w${ruleId.replaceAll('-', '')}` }],
    foreign: 'own',
    needs: 'sign-in',
    isForPeople: true,
  },
  {
    route: 'POST /api/incoming-webhooks/:id/secret',
    request: ({ ruleId }) => [`/api/incoming-webhooks/${ruleId}/secret`, {}],
    foreign: 404,
    needs: 'sign-in',
    isForPeople: true,
  },
  {
    route: 'DELETE /api/incoming-webhooks/:id',
    request: ({ ruleId }) => [`/api/incoming-webhooks/${ruleId}`],
    method: 'DELETE',
    foreign: 404,
    needs: 'sign-in',
    isForPeople: true,
  },
  { route: 'GET /api/entities', request: () => ['/api/entities'], foreign: 'own', needs: ['workflow:read'] },
  {
    route: 'GET /api/entities/:name/rows',
    request: () => [`${items}/rows`],
    foreign: 'own',
    needs: ['workflow:read'],
  },
  {
    route: 'PATCH /api/entities/:name/rows/:key',
    request: ({ rowKey }) => [`${items}/rows/${rowKey}`, { values: { quantity: 1 } }],
    method: 'PATCH',
    foreign: 404,
    needs: ['workflow:write'],
  },
];
