/** One of everything that the app has an id for. */
export interface Ids {
  readonly workspaceId: string;
  readonly conversationId: string;
  readonly planId: string;
  readonly tokenId: string;
  readonly runId: string;
  readonly approvalId: string;
  readonly grantId: string;
  readonly scheduleId: string;
  readonly patternId: string;
  readonly proposalId: string;
  readonly remediationId: string;
}

/** A route that asks who calls, and a request of it. */
export interface GuardedRoute {
  readonly route: string;
  readonly request: (ids: Ids) => readonly [path: string, body?: unknown];
  /** Default: GET without a body, POST with one. */
  readonly method?: 'PUT' | 'PATCH' | 'DELETE';
  /** What another tenant's ids are answered with; `own` when the route names none. */
  readonly foreign: 404 | 'own';
  /** Whether a person has to be signed in for it; a token serves otherwise. */
  readonly isForPeople?: true;
}

/** A question to the chart agent. */
export const message = { role: 'user', parts: [{ type: 'text', text: 'Explain the chart.' }] };

/** A question for every morning. */
export const schedule = { name: 'Morning', cron: '30 8 * * *', prompt: 'Is all well?' };

/** How things are done here. */
export const pattern = { title: 'Databases', body: 'One cluster a team.' };

/** Every route that asks who calls. */
export const guardedRoutes: readonly GuardedRoute[] = [
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
  { route: 'GET /api/proposals', request: () => ['/api/proposals'], foreign: 'own' },
  { route: 'POST /api/proposals', request: () => ['/api/proposals', {}], foreign: 'own' },
  { route: 'GET /api/proposals/:id', request: ({ proposalId }) => [`/api/proposals/${proposalId}`], foreign: 404 },
  {
    route: 'POST /api/proposals/:id/answers',
    request: ({ proposalId }) => [`/api/proposals/${proposalId}/answers`, { answers: { name: 'mine' } }],
    foreign: 404,
  },
  {
    route: 'POST /api/proposals/:id/choice',
    request: ({ proposalId }) => [`/api/proposals/${proposalId}/choice`, { solution: 'first' }],
    foreign: 404,
  },
  {
    route: 'POST /api/proposals/:id/confirmation',
    request: ({ proposalId }) => [`/api/proposals/${proposalId}/confirmation`, { command: ['clusters', 'create'] }],
    foreign: 404,
    isForPeople: true,
  },
  {
    route: 'POST /api/proposals/:id/workspace',
    request: ({ proposalId }) => [`/api/proposals/${proposalId}/workspace`, {}],
    foreign: 404,
  },
  {
    route: 'POST /api/proposals/:id/withdrawal',
    request: ({ proposalId }) => [`/api/proposals/${proposalId}/withdrawal`, {}],
    foreign: 404,
  },
  { route: 'GET /api/audit', request: () => ['/api/audit'], foreign: 'own' },
  { route: 'GET /api/audit/export', request: () => ['/api/audit/export'], foreign: 'own' },
  { route: 'GET /api/organization/spend', request: () => ['/api/organization/spend'], foreign: 'own' },
  { route: 'GET /api/organization/spend-limits', request: () => ['/api/organization/spend-limits'], foreign: 'own' },
  {
    route: 'PUT /api/organization/spend-limits',
    request: () => ['/api/organization/spend-limits', {}],
    method: 'PUT',
    foreign: 'own',
  },
  { route: 'GET /api/workspaces', request: () => ['/api/workspaces'], foreign: 'own' },
  { route: 'POST /api/workspaces', request: () => ['/api/workspaces', {}], foreign: 'own' },
  { route: 'GET /api/charts', request: () => ['/api/charts?q=redis'], foreign: 'own' },
  { route: 'GET /api/charts/:repository/:name', request: () => ['/api/charts/bitnami/redis'], foreign: 'own' },
  { route: 'POST /api/workspaces/catalog', request: () => ['/api/workspaces/catalog', {}], foreign: 'own' },
  { route: 'POST /api/workspaces/manifests', request: () => ['/api/workspaces/manifests', {}], foreign: 'own' },
  {
    route: 'POST /api/workspaces/:id/push',
    request: ({ workspaceId }) => [
      `/api/workspaces/${workspaceId}/push`,
      { remote: 'https://github.com/acme/shop', branch: 'shipmate', message: 'Add' },
    ],
    foreign: 404,
  },
  { route: 'POST /api/workspaces/archive', request: () => ['/api/workspaces/archive', {}], foreign: 'own' },
  {
    route: 'GET /api/workspaces/:id/export',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/export`],
    foreign: 404,
  },
  { route: 'GET /api/workspaces/:id', request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}`], foreign: 404 },
  ...(['accept', 'reject'] as const).map(
    (decision): GuardedRoute => ({
      route: `POST /api/workspaces/:id/changes/${decision}`,
      request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/changes/${decision}`, { revisionNumber: 0 }],
      foreign: 404,
    }),
  ),
  {
    route: 'POST /api/workspaces/:id/changes/hunks',
    request: ({ workspaceId }) => [
      `/api/workspaces/${workspaceId}/changes/hunks`,
      { revisionNumber: 0, path: 'values.yaml', reject: ['0'] },
    ],
    foreign: 404,
  },
  {
    route: 'GET /api/workspaces/:id/checks',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/checks`],
    foreign: 404,
  },
  {
    route: 'GET /api/workspaces/:id/rendered',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/rendered?valuesFile=values.yaml`],
    foreign: 404,
  },
  {
    route: 'PUT /api/workspaces/:id/files',
    request: ({ workspaceId }) => [
      `/api/workspaces/${workspaceId}/files`,
      { path: 'values.yaml', content: '', version: '' },
    ],
    method: 'PUT',
    foreign: 404,
  },
  {
    route: 'POST /api/workspaces/:id/files',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/files`, { path: 'new.yaml' }],
    foreign: 404,
  },
  {
    route: 'POST /api/workspaces/:id/files/rename',
    request: ({ workspaceId }) => [
      `/api/workspaces/${workspaceId}/files/rename`,
      { moves: [{ from: 'values.yaml', to: 'v.yaml', version: '' }] },
    ],
    foreign: 404,
  },
  {
    route: 'DELETE /api/workspaces/:id/files',
    request: ({ workspaceId }) => [
      `/api/workspaces/${workspaceId}/files`,
      { files: [{ path: 'values.yaml', version: '' }] },
    ],
    method: 'DELETE',
    foreign: 404,
  },
  {
    route: 'GET /api/workspaces/:id/revisions',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/revisions`],
    foreign: 404,
  },
  {
    route: 'GET /api/workspaces/:id/revisions/compare',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/revisions/compare?from=0&to=0`],
    foreign: 404,
  },
  {
    route: 'GET /api/workspaces/:id/revisions/:n',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/revisions/0`],
    foreign: 404,
  },
  {
    route: 'POST /api/workspaces/:id/revisions/:n/rollback',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/revisions/0/rollback`, { revisionNumber: 0 }],
    foreign: 404,
  },
  {
    route: 'GET /api/workspaces/:id/plans',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/plans`],
    foreign: 404,
  },
  {
    route: 'POST /api/workspaces/:id/plans/:planId/ignore',
    request: ({ workspaceId, planId }) => [`/api/workspaces/${workspaceId}/plans/${planId}/ignore`, {}],
    foreign: 404,
  },
  {
    route: 'PATCH /api/workspaces/:id/settings',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/settings`, { autoAccept: true }],
    method: 'PATCH',
    foreign: 404,
  },
  {
    route: 'GET /api/workspaces/:id/grants',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/grants`],
    foreign: 404,
  },
  {
    route: 'DELETE /api/grants/:id',
    request: ({ grantId }) => [`/api/grants/${grantId}`],
    method: 'DELETE',
    foreign: 404,
  },
  { route: 'GET /api/approvals', request: () => ['/api/approvals'], foreign: 'own' },
  { route: 'GET /api/approvals/:id', request: ({ approvalId }) => [`/api/approvals/${approvalId}`], foreign: 404 },
  {
    route: 'POST /api/approvals/:id/decision',
    request: ({ approvalId }) => [`/api/approvals/${approvalId}/decision`, { decision: 'approve' }],
    foreign: 404,
    isForPeople: true,
  },
  {
    route: 'GET /api/workspaces/:id/conversations',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/conversations`],
    foreign: 404,
  },
  {
    route: 'GET /api/conversations/:id',
    request: ({ conversationId }) => [`/api/conversations/${conversationId}`],
    foreign: 404,
  },
  {
    route: 'PATCH /api/conversations/:id',
    request: ({ conversationId }) => [`/api/conversations/${conversationId}`, { title: 'Mine' }],
    method: 'PATCH',
    foreign: 404,
  },
  {
    route: 'DELETE /api/conversations/:id',
    request: ({ conversationId }) => [`/api/conversations/${conversationId}`],
    method: 'DELETE',
    foreign: 404,
  },
  {
    route: 'GET /api/conversations/:id/export',
    request: ({ conversationId }) => [`/api/conversations/${conversationId}/export`],
    foreign: 404,
  },
  {
    route: 'GET /api/conversations/:id/messages',
    request: ({ conversationId }) => [`/api/conversations/${conversationId}/messages`],
    foreign: 404,
  },
  {
    route: 'POST /api/chat',
    request: ({ workspaceId, conversationId, planId }) => [
      '/api/chat',
      { id: conversationId, workspaceId, planId, messages: [message] },
    ],
    foreign: 404,
  },
  {
    route: 'GET /api/chat/:id/stream',
    request: ({ conversationId }) => [`/api/chat/${conversationId}/stream`],
    foreign: 404,
  },
  {
    route: 'POST /api/chat/:id/stop',
    request: ({ conversationId }) => [`/api/chat/${conversationId}/stop`, {}],
    foreign: 404,
  },
  {
    route: 'POST /api/chat/:id/tool-calls/:toolCallId/decision',
    request: ({ conversationId }) => [`/api/chat/${conversationId}/tool-calls/call/decision`, { choice: 'done' }],
    foreign: 404,
    isForPeople: true,
  },
  { route: 'GET /api/clusters', request: () => ['/api/clusters'], foreign: 'own' },
  { route: 'GET /api/clusters/report', request: () => ['/api/clusters/report'], foreign: 'own' },
  { route: 'POST /api/clusters/conversations', request: () => ['/api/clusters/conversations', {}], foreign: 'own' },
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
  { route: 'GET /api/remediations', request: () => ['/api/remediations'], foreign: 'own' },
  { route: 'POST /api/remediations', request: () => ['/api/remediations', {}], foreign: 'own' },
  {
    route: 'GET /api/remediations/:id',
    request: ({ remediationId }) => [`/api/remediations/${remediationId}`],
    foreign: 404,
  },
  {
    route: 'POST /api/remediations/:id/decision',
    request: ({ remediationId }) => [`/api/remediations/${remediationId}/decision`, { decision: 'deny' }],
    foreign: 404,
    isForPeople: true,
  },
  {
    route: 'POST /api/remediations/:id/stop',
    request: ({ remediationId }) => [`/api/remediations/${remediationId}/stop`, {}],
    foreign: 404,
  },
  { route: 'POST /api/alerts/alertmanager', request: () => ['/api/alerts/alertmanager', {}], foreign: 'own' },
  {
    route: 'POST /api/respond',
    request: ({ workspaceId }) => [
      '/api/respond',
      { messages: [{ role: 'user', content: 'Explain the chart.' }], workspace: { id: workspaceId }, detach: true },
    ],
    foreign: 404,
  },
  { route: 'GET /api/runs', request: () => ['/api/runs'], foreign: 'own' },
  { route: 'GET /api/runs/:id', request: ({ runId }) => [`/api/runs/${runId}`], foreign: 404 },
  { route: 'POST /api/runs/:id/stop', request: ({ runId }) => [`/api/runs/${runId}/stop`, {}], foreign: 404 },
  {
    route: 'POST /api/runs/:id/retry',
    request: ({ runId }) => [`/api/runs/${runId}/retry`, { from_step: 0 }],
    foreign: 404,
  },
  {
    route: 'POST /v1/agent/chat',
    request: ({ workspaceId }) => [
      '/v1/agent/chat',
      { message: 'Explain the chart.', context_type: 'chart', context: { workspace_id: workspaceId } },
    ],
    foreign: 404,
  },
  {
    route: 'GET /v1/agent/runs/:id/events',
    request: ({ runId }) => [`/v1/agent/runs/${runId}/events`],
    foreign: 404,
  },
  {
    route: 'POST /v1/agent/runs/:id/stop',
    request: ({ runId }) => [`/v1/agent/runs/${runId}/stop`, {}],
    foreign: 404,
  },
];
