import { message } from './conversation-routes.ts';
import { type GuardedRoute, startRun } from './guarded-route.ts';
import { schedule } from './standing-routes.ts';

const job = { messages: [{ role: 'user', content: 'How is winter?' }], detach: true };

/** Further requests of guarded routes, with ids in their bodies and queries, or next to an id of the caller. */
export const namedIds: readonly GuardedRoute[] = [
  {
    route: 'PUT /api/projects/:id/members/:userId',
    request: ({ userId }, { projectId }) => [`/api/projects/${projectId}/members/${userId}`, {}],
    method: 'PUT',
    foreign: 404,
    needs: 'sign-in',
    isForPeople: true,
  },
  {
    route: 'DELETE /api/projects/:id/members/:userId',
    request: ({ userId }, { projectId }) => [`/api/projects/${projectId}/members/${userId}`],
    method: 'DELETE',
    foreign: 404,
    needs: 'sign-in',
    isForPeople: true,
  },
  {
    route: 'GET /api/projects/:id/channels/:channelId/messages',
    request: ({ channelId }, { projectId }) => [`/api/projects/${projectId}/channels/${channelId}/messages`],
    foreign: 404,
    needs: ['code:read'],
  },
  {
    route: 'GET /api/projects/:id/channels/:channelId/messages',
    request: ({ projectId }, { channelId }) => [`/api/projects/${projectId}/channels/${channelId}/messages`],
    foreign: 404,
    needs: ['code:read'],
  },
  {
    route: 'POST /api/projects/:id/channels/:channelId/messages',
    request: ({ projectId }, { channelId }) => [
      `/api/projects/${projectId}/channels/${channelId}/messages`,
      { content: 'Hello' },
    ],
    foreign: 404,
    needs: ['code:write'],
  },
  {
    route: 'POST /api/workspaces/:id/plans/:planId/ignore',
    request: ({ planId }, { workspaceId }) => [`/api/workspaces/${workspaceId}/plans/${planId}/ignore`, {}],
    foreign: 404,
    needs: ['chart:write'],
  },
  {
    route: 'GET /api/rules/:id/executions/:executionId',
    request: ({ executionId }, { ruleId }) => [`/api/rules/${ruleId}/executions/${executionId}`],
    foreign: 404,
    needs: ['workflow:read'],
  },
  {
    route: 'POST /api/rules/:id/tests',
    request: ({ executionId }, { ruleId }) => [`/api/rules/${ruleId}/tests`, { name: 'Stock is low', executionId }],
    foreign: 404,
    needs: ['workflow:write'],
  },
  {
    route: 'POST /api/rules/:id/replay',
    request: ({ previewId }, { ruleId }) => [
      `/api/rules/${ruleId}/replay`,
      { from: '2026-01-01T00:00:00Z', previewId, to: '2026-01-02T00:00:00Z' },
    ],
    foreign: 404,
    needs: ['workflow:read'],
  },
  {
    route: 'PUT /api/schedules/:id',
    request: ({ workspaceId }, { scheduleId }) => [`/api/schedules/${scheduleId}`, { ...schedule, workspaceId }],
    method: 'PUT',
    foreign: 404,
    needs: startRun,
  },
  {
    route: 'POST /api/chat',
    request: ({ planId }, { workspaceId }) => ['/api/chat', { workspaceId, planId, messages: [message] }],
    foreign: 404,
    needs: startRun,
  },
  {
    route: 'POST /api/chat',
    request: ({ conversationId: id }) => ['/api/chat', { id, messages: [message] }],
    foreign: 'alike',
    needs: startRun,
  },
  {
    route: 'POST /api/chat',
    request: ({ conversationId: id, runId: replaces }) => [
      '/api/chat',
      { messages: [{ ...message, id, metadata: { replaces } }] },
    ],
    foreign: 'alike',
    needs: startRun,
  },
  {
    route: 'POST /api/respond',
    request: ({ conversationId }) => ['/api/respond', { ...job, conversationId }],
    foreign: 'alike',
    needs: startRun,
  },
  {
    route: 'POST /api/respond',
    request: ({ runId: taskId }) => ['/api/respond', { ...job, taskId }],
    foreign: 'alike',
    needs: startRun,
  },
  {
    route: 'POST /v1/agent/chat',
    request: ({ workspaceId, conversationId }) => [
      '/v1/agent/chat',
      {
        message: 'Hello.',
        context_type: 'tables',
        context: { workspace_id: workspaceId },
        conversation_id: conversationId,
      },
    ],
    foreign: 'alike',
    needs: startRun,
  },
  {
    route: 'GET /api/repositories/:id/tree',
    request: ({ jobId }, { repositoryId }) => [`/api/repositories/${repositoryId}/tree?job=${jobId}`],
    foreign: 404,
    needs: ['code:read'],
  },
  {
    route: 'GET /api/repositories/:id/maps/:mapId/search',
    request: ({ mapId }, { repositoryId }) => [`/api/repositories/${repositoryId}/maps/${mapId}/search?q=secret`],
    foreign: 404,
    needs: ['code:read'],
  },
  {
    route: 'GET /api/runs',
    request: ({ workspaceId }) => [`/api/runs?workspace_id=${workspaceId}`],
    foreign: 'alike',
    needs: ['runs:read'],
  },
];
