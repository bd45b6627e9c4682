import { type GuardedRoute, startRun } from './guarded-route.ts';

/** A question for every morning. */
export const schedule = { name: 'Morning', cron: '30 8 * * *', prompt: 'Is all well?' };

/** A pattern of the organization. */
export const pattern = { title: 'Databases', body: 'One cluster a team.' };

/** Routes of schedules, patterns and policies. */
export const standingRoutes: readonly GuardedRoute[] = [
  { route: 'GET /api/patterns', request: () => ['/api/patterns'], foreign: 'own', needs: ['patterns:read'] },
  { route: 'POST /api/patterns', request: () => ['/api/patterns', pattern], foreign: 'own', needs: ['patterns:write'] },
  {
    route: 'GET /api/patterns/search',
    request: () => ['/api/patterns/search?q=databases'],
    foreign: 'own',
    needs: ['patterns:read'],
  },
  {
    route: 'GET /api/patterns/:id',
    request: ({ patternId }) => [`/api/patterns/${patternId}`],
    foreign: 404,
    needs: ['patterns:read'],
  },
  {
    route: 'DELETE /api/patterns/:id',
    request: ({ patternId }) => [`/api/patterns/${patternId}`],
    method: 'DELETE',
    foreign: 404,
    needs: ['patterns:write'],
  },
  { route: 'GET /api/schedules', request: () => ['/api/schedules'], foreign: 'own', needs: ['runs:read'] },
  {
    route: 'POST /api/schedules',
    request: ({ workspaceId }) => ['/api/schedules', { ...schedule, workspaceId }],
    foreign: 404,
    needs: startRun,
  },
  {
    route: 'GET /api/schedules/:id',
    request: ({ scheduleId }) => [`/api/schedules/${scheduleId}`],
    foreign: 404,
    needs: ['runs:read'],
  },
  {
    route: 'PUT /api/schedules/:id',
    request: ({ scheduleId }) => [`/api/schedules/${scheduleId}`, schedule],
    method: 'PUT',
    foreign: 404,
    needs: startRun,
  },
  {
    route: 'POST /api/schedules/:id/run',
    request: ({ scheduleId }) => [`/api/schedules/${scheduleId}/run`, {}],
    foreign: 404,
    needs: startRun,
  },
  {
    route: 'DELETE /api/schedules/:id',
    request: ({ scheduleId }) => [`/api/schedules/${scheduleId}`],
    method: 'DELETE',
    foreign: 404,
    needs: ['runs:write'],
  },
];
