import { type GuardedRoute, startRun } from './guarded-route.ts';

const items = '/api/entities/inventory.inventory_items';

/** Routes of automation rules, their previews and their alerts. */
export const ruleRoutes: readonly GuardedRoute[] = [
  { route: 'GET /api/rules', request: () => ['/api/rules'], foreign: 'own', needs: ['workflow:read'] },
  {
    route: 'POST /api/rules/conversations',
    request: ({ ruleId }) => ['/api/rules/conversations', { message: 'What does this rule do?', ruleId }],
    foreign: 404,
    needs: startRun,
  },
  {
    route: 'GET /api/rules/previews',
    request: () => ['/api/rules/previews'],
    foreign: 'own',
    needs: ['workflow:read'],
  },
  {
    route: 'GET /api/rules/previews/:id',
    request: ({ previewId }) => [`/api/rules/previews/${previewId}`],
    foreign: 404,
    needs: ['workflow:read'],
  },
  {
    route: 'GET /api/rules/dead-events',
    request: () => ['/api/rules/dead-events'],
    foreign: 'own',
    needs: ['workflow:read'],
  },
  {
    route: 'POST /api/rules/dead-events/retry',
    request: () => ['/api/rules/dead-events/retry', {}],
    foreign: 'own',
    needs: ['workflow:write'],
  },
  {
    route: 'POST /api/rules/dead-events/:id/retry',
    request: ({ eventId }) => [`/api/rules/dead-events/${eventId}/retry`, {}],
    foreign: 404,
    needs: ['workflow:write'],
  },
  {
    route: 'DELETE /api/rules/dead-events/:id',
    request: ({ eventId }) => [`/api/rules/dead-events/${eventId}`],
    method: 'DELETE',
    foreign: 404,
    needs: ['workflow:write'],
  },
  {
    route: 'GET /api/rules/:id',
    request: ({ ruleId }) => [`/api/rules/${ruleId}`],
    foreign: 404,
    needs: ['workflow:read'],
  },
  {
    route: 'PATCH /api/rules/:id',
    request: ({ ruleId }) => [`/api/rules/${ruleId}`, { isActive: false, baseRevision: 1 }],
    method: 'PATCH',
    foreign: 404,
    needs: ['workflow:write'],
  },
  {
    route: 'DELETE /api/rules/:id',
    request: ({ ruleId }) => [`/api/rules/${ruleId}`],
    method: 'DELETE',
    foreign: 404,
    needs: ['workflow:write'],
  },
  {
    route: 'POST /api/rules/:id/duplicate',
    request: ({ ruleId }) => [`/api/rules/${ruleId}/duplicate`, {}],
    foreign: 404,
    needs: ['workflow:write'],
  },
  {
    route: 'GET /api/rules/:id/revisions',
    request: ({ ruleId }) => [`/api/rules/${ruleId}/revisions`],
    foreign: 404,
    needs: ['workflow:read'],
  },
  {
    route: 'POST /api/rules/:id/revisions/:n/restore',
    request: ({ ruleId }) => [`/api/rules/${ruleId}/revisions/1/restore`, { baseRevision: 1 }],
    foreign: 404,
    needs: ['workflow:write'],
  },
  {
    route: 'GET /v1/agent/previews/:id',
    request: ({ previewId }) => [`/v1/agent/previews/${previewId}`],
    foreign: 404,
    needs: ['workflow:read'],
  },
  {
    route: 'POST /v1/agent/previews/:id/accept',
    request: ({ previewId }) => [`/v1/agent/previews/${previewId}/accept`, {}],
    foreign: 404,
    needs: 'person',
    isForPeople: true,
  },
  {
    route: 'POST /v1/agent/previews/:id/reject',
    request: ({ previewId }) => [`/v1/agent/previews/${previewId}/reject`, {}],
    foreign: 404,
    needs: 'person',
    isForPeople: true,
  },
  {
    route: 'GET /api/rules/:id/executions',
    request: ({ ruleId }) => [`/api/rules/${ruleId}/executions`],
    foreign: 404,
    needs: ['workflow:read'],
  },
  {
    route: 'GET /api/rules/:id/executions/:executionId',
    request: ({ ruleId, executionId }) => [`/api/rules/${ruleId}/executions/${executionId}`],
    foreign: 404,
    needs: ['workflow:read'],
  },
  {
    route: 'GET /api/rules/:id/executions/:executionId/events',
    request: ({ ruleId, executionId }) => [`/api/rules/${ruleId}/executions/${executionId}/events`],
    foreign: 404,
    needs: ['workflow:read'],
  },
  {
    route: 'POST /api/rules/:id/executions/:executionId/retry',
    request: ({ ruleId, executionId }) => [`/api/rules/${ruleId}/executions/${executionId}/retry`, {}],
    foreign: 404,
    needs: ['workflow:write'],
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
  { route: 'GET /api/alerts', request: () => ['/api/alerts'], foreign: 'own', needs: ['workflow:read'] },
  {
    route: 'GET /api/alerts/:id',
    request: ({ alertId }) => [`/api/alerts/${alertId}`],
    foreign: 404,
    needs: ['workflow:read'],
  },
  ...(['acknowledge', 'dismiss', 'resolve'] as const).map(
    (change): GuardedRoute => ({
      route: `POST /api/alerts/:id/${change}`,
      request: ({ alertId }) => [`/api/alerts/${alertId}/${change}`, {}],
      foreign: 404,
      needs: ['workflow:write'],
    }),
  ),
];
