import type { GuardedRoute } from './guarded-route.ts';

/** A project of the organization. */
export const project = { name: 'Shop' };

/** Routes of projects, their members, channels and messages. */
export const projectRoutes: readonly GuardedRoute[] = [
  { route: 'GET /api/projects', request: () => ['/api/projects'], foreign: 'own', needs: ['code:read'] },
  {
    route: 'POST /api/projects',
    request: () => ['/api/projects', project],
    foreign: 'own',
    needs: 'sign-in',
    isForPeople: true,
  },
  {
    route: 'GET /api/projects/:id',
    request: ({ projectId }) => [`/api/projects/${projectId}`],
    foreign: 404,
    needs: ['code:read'],
  },
  {
    route: 'DELETE /api/projects/:id',
    request: ({ projectId }) => [`/api/projects/${projectId}`],
    method: 'DELETE',
    foreign: 404,
    needs: 'sign-in',
    isForPeople: true,
  },
  {
    route: 'PUT /api/projects/:id/members/:userId',
    request: ({ projectId }, { userId }) => [`/api/projects/${projectId}/members/${userId}`, {}],
    method: 'PUT',
    foreign: 404,
    needs: 'sign-in',
    isForPeople: true,
  },
  {
    route: 'DELETE /api/projects/:id/members/:userId',
    request: ({ projectId }, { userId }) => [`/api/projects/${projectId}/members/${userId}`],
    method: 'DELETE',
    foreign: 404,
    needs: 'sign-in',
    isForPeople: true,
  },
  {
    route: 'POST /api/projects/:id/channels',
    request: ({ projectId }) => [`/api/projects/${projectId}/channels`, { name: 'alerts' }],
    foreign: 404,
    needs: ['code:write'],
  },
  {
    route: 'GET /api/projects/:id/channels/:channelId/messages',
    request: ({ projectId, channelId }) => [`/api/projects/${projectId}/channels/${channelId}/messages`],
    foreign: 404,
    needs: ['code:read'],
  },
  {
    route: 'POST /api/projects/:id/channels/:channelId/messages',
    request: ({ projectId, channelId }) => [
      `/api/projects/${projectId}/channels/${channelId}/messages`,
      { content: 'Hello' },
    ],
    foreign: 404,
    needs: ['code:write'],
  },
];
