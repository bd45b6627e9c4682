import { type GuardedRoute, startRun } from './guarded-route.ts';

/** A question to the chart agent. */
export const message = { role: 'user', parts: [{ type: 'text', text: 'Explain the chart.' }] };

/** Routes of conversations, runs and approvals. */
export const conversationRoutes: readonly GuardedRoute[] = [
  { route: 'GET /api/approvals', request: () => ['/api/approvals'], foreign: 'own', needs: ['runs:read'] },
  {
    route: 'GET /api/approvals/:id',
    request: ({ approvalId }) => [`/api/approvals/${approvalId}`],
    foreign: 404,
    needs: ['runs:read'],
  },
  {
    route: 'POST /api/approvals/:id/decision',
    request: ({ approvalId }) => [`/api/approvals/${approvalId}/decision`, { decision: 'approve' }],
    foreign: 404,
    needs: ['decide_approvals'],
    isForPeople: true,
  },
  { route: 'GET /api/inbox', request: () => ['/api/inbox'], foreign: 'own', needs: ['runs:read'] },
  {
    route: 'POST /api/inbox/:kind/:id/decision',
    request: ({ approvalId }) => [`/api/inbox/approval/${approvalId}/decision`, { decision: 'approve', version: '1' }],
    foreign: 404,
    needs: ['decide_approvals'],
    isForPeople: true,
  },
  { route: 'GET /v1/agent/approvals', request: () => ['/v1/agent/approvals'], foreign: 'own', needs: ['runs:read'] },
  {
    route: 'GET /v1/agent/approvals/:id',
    request: ({ approvalId }) => [`/v1/agent/approvals/${approvalId}`],
    foreign: 404,
    needs: ['runs:read'],
  },
  {
    route: 'POST /v1/agent/approvals/:id/decision',
    request: ({ approvalId }) => [`/v1/agent/approvals/${approvalId}/decision`, { decision: 'approve' }],
    foreign: 404,
    needs: ['decide_approvals'],
    isForPeople: true,
  },
  {
    route: 'GET /api/workspaces/:id/conversations',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/conversations`],
    foreign: 404,
    needs: ['runs:read'],
  },
  {
    route: 'GET /api/conversations',
    request: () => ['/api/conversations'],
    foreign: 'own',
    needs: ['runs:read'],
  },
  {
    route: 'GET /api/conversations/:id',
    request: ({ conversationId }) => [`/api/conversations/${conversationId}`],
    foreign: 404,
    needs: ['runs:read'],
  },
  {
    route: 'PATCH /api/conversations/:id',
    request: ({ conversationId }) => [`/api/conversations/${conversationId}`, { title: 'Mine' }],
    method: 'PATCH',
    foreign: 404,
    needs: ['runs:write'],
  },
  {
    route: 'DELETE /api/conversations/:id',
    request: ({ conversationId }) => [`/api/conversations/${conversationId}`],
    method: 'DELETE',
    foreign: 404,
    needs: ['runs:destructive'],
  },
  {
    route: 'GET /api/conversations/:id/export',
    request: ({ conversationId }) => [`/api/conversations/${conversationId}/export`],
    foreign: 404,
    needs: ['runs:read'],
  },
  {
    route: 'GET /api/conversations/:id/messages',
    request: ({ conversationId }) => [`/api/conversations/${conversationId}/messages`],
    foreign: 404,
    needs: ['runs:read'],
  },
  {
    route: 'POST /api/chat',
    request: ({ workspaceId, conversationId, planId }) => [
      '/api/chat',
      { id: conversationId, workspaceId, planId, messages: [message] },
    ],
    foreign: 404,
    needs: startRun,
  },
  {
    route: 'POST /api/diagram/chat',
    // An unknown id names a new conversation of the caller.
    request: () => ['/api/diagram/chat', { messages: [message] }],
    foreign: 'own',
    needs: startRun,
  },
  {
    route: 'GET /api/chat/:id/stream',
    request: ({ conversationId }) => [`/api/chat/${conversationId}/stream`],
    foreign: 404,
    needs: ['runs:read'],
  },
  {
    route: 'POST /api/chat/:id/stop',
    request: ({ conversationId }) => [`/api/chat/${conversationId}/stop`, {}],
    foreign: 404,
    needs: ['runs:write'],
  },
  {
    route: 'POST /api/chat/:id/tool-calls/:toolCallId/decision',
    request: ({ conversationId }) => [`/api/chat/${conversationId}/tool-calls/call/decision`, { choice: 'done' }],
    foreign: 404,
    needs: ['decide_approvals'],
    isForPeople: true,
  },
  {
    route: 'POST /api/respond',
    request: ({ workspaceId }) => [
      '/api/respond',
      { messages: [{ role: 'user', content: 'Explain the chart.' }], workspace: { id: workspaceId }, detach: true },
    ],
    foreign: 404,
    needs: startRun,
  },
  { route: 'GET /api/runs', request: () => ['/api/runs'], foreign: 'own', needs: ['runs:read'] },
  { route: 'GET /api/runs/:id', request: ({ runId }) => [`/api/runs/${runId}`], foreign: 404, needs: ['runs:read'] },
  {
    route: 'POST /api/runs/:id/stop',
    request: ({ runId }) => [`/api/runs/${runId}/stop`, {}],
    foreign: 404,
    needs: ['runs:write'],
  },
  {
    route: 'POST /api/runs/:id/retry',
    request: ({ runId }) => [`/api/runs/${runId}/retry`, { from_step: 0 }],
    foreign: 404,
    needs: startRun,
  },
  {
    route: 'POST /v1/agent/chat',
    request: ({ workspaceId }) => [
      '/v1/agent/chat',
      { message: 'Explain the chart.', context_type: 'chart', context: { workspace_id: workspaceId } },
    ],
    foreign: 404,
    needs: startRun,
  },
  {
    route: 'GET /v1/agent/runs/:id/events',
    request: ({ runId }) => [`/v1/agent/runs/${runId}/events`],
    foreign: 404,
    needs: ['runs:read'],
  },
  {
    route: 'POST /v1/agent/runs/:id/stop',
    request: ({ runId }) => [`/v1/agent/runs/${runId}/stop`, {}],
    foreign: 404,
    needs: ['runs:write'],
  },
];
