import type { GuardedRoute } from './guarded-route.ts';

/** A question for every morning. */
export const schedule = { name: 'Morning', cron: '30 8 * * *', prompt: 'Is all well?' };

/** How things are done here. */
export const pattern = { title: 'Databases', body: 'One cluster a team.' };

/** Those of what stands for a while: schedules, patterns and policies. */
export const standingRoutes: readonly GuardedRoute[] = [
  { route: 'GET /api/patterns', request: () => ['/api/patterns'], foreign: 'own' },
  { route: 'POST /api/patterns', request: () => ['/api/patterns', pattern], foreign: 'own' },
  { route: 'GET /api/patterns/search', request: () => ['/api/patterns/search?q=databases'], foreign: 'own' },
  { route: 'GET /api/patterns/:id', request: ({ patternId }) => [`/api/patterns/${patternId}`], foreign: 404 },
  {
    route: 'DELETE /api/patterns/:id',
    request: ({ patternId }) => [`/api/patterns/${patternId}`],
    method: 'DELETE',
    foreign: 404,
  },
  { route: 'GET /api/schedules', request: () => ['/api/schedules'], foreign: 'own' },
  {
    route: 'POST /api/schedules',
    request: ({ workspaceId }) => ['/api/schedules', { ...schedule, workspaceId }],
    foreign: 404,
  },
  {
    route: 'GET /api/schedules/:id',
    request: ({ scheduleId }) => [`/api/schedules/${scheduleId}`],
    foreign: 404,
  },
  {
    route: 'PUT /api/schedules/:id',
    request: ({ scheduleId }) => [`/api/schedules/${scheduleId}`, schedule],
    method: 'PUT',
    foreign: 404,
  },
  {
    route: 'POST /api/schedules/:id/run',
    request: ({ scheduleId }) => [`/api/schedules/${scheduleId}/run`, {}],
    foreign: 404,
  },
  {
    route: 'DELETE /api/schedules/:id',
    request: ({ scheduleId }) => [`/api/schedules/${scheduleId}`],
    method: 'DELETE',
    foreign: 404,
  },
];
