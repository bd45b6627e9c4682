import { newId } from '@shipmate/domain';
import { coversScope, defaultScopes } from '@shipmate/domain/access';
import type { ErrorEnvelope } from '@shipmate/protocol/error';
import type { CreateApiTokenResponse } from '@shipmate/protocol/web/tokens';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { routeRequirements } from '../src/access/route-requirements.ts';
import type { GuardedRoute, Ids } from './guarded-routes/guarded-route.ts';
import { guardedRoutes } from './guarded-routes/guarded-routes.ts';
import { read } from './read-json.ts';
import { startWeb, type TestBrowser, type TestWeb } from './start-web.ts';

/** Reviewed: the token requirement of every route that changes state. A new route needs a line here. */
const reviewed: Readonly<Record<string, readonly string[]>> = {
  any: ['POST /api/session/logout'],
  'sign-in': [
    'POST /api/tokens',
    'DELETE /api/tokens/:id',
    'POST /api/incoming-webhooks',
    'POST /api/repositories',
    'POST /api/projects',
    'DELETE /api/projects/:id',
    'PUT /api/projects/:id/members/:userId',
    'DELETE /api/projects/:id/members/:userId',
    'POST /api/repositories/archive',
    'PATCH /api/repositories/:id',
    'DELETE /api/repositories/:id',
    'POST /api/incoming-webhooks/:id/secret',
    'DELETE /api/incoming-webhooks/:id',
    'PUT /api/organization/inbox-webhook',
    'DELETE /api/organization/inbox-webhook',
    'POST /api/organization/inbox-webhook/test',
    'POST /api/organization/inbox-webhook/deliveries/:id/retry',
  ],
  accept_changes: [
    'POST /api/workspaces/:id/changes/accept',
    'POST /api/workspaces/:id/changes/reject',
    'POST /api/workspaces/:id/changes/hunks',
    'POST /api/workspaces/:id/revisions/:n/rollback',
  ],
  change_mcp_servers: [
    'POST /api/organization/mcp-servers',
    'PATCH /api/organization/mcp-servers/:id',
    'DELETE /api/organization/mcp-servers/:id',
    'POST /api/organization/mcp-servers/:id/refresh',
    'POST /api/organization/mcp-servers/:id/decisions',
  ],
  change_settings: ['PATCH /api/workspaces/:id/settings'],
  change_spend_limits: ['PUT /api/organization/spend-limits'],
  decide_approvals: [
    'POST /api/approvals/:id/decision',
    'POST /v1/agent/approvals/:id/decision',
    'POST /api/inbox/:kind/:id/decision',
    'POST /api/chat/:id/tool-calls/:toolCallId/decision',
    'POST /api/proposals/:id/confirmation',
    'POST /api/remediations/:id/decision',
  ],
  delete_grants: ['DELETE /api/grants/:id'],
  push_branches: [
    'POST /api/workspaces/:id/push',
    'POST /api/workspaces/:id/push-back',
    'POST /api/workspaces/:id/change-request',
    'POST /api/repository-jobs/:id/push',
    'POST /api/repository-jobs/:id/change-request',
    'POST /api/repository-jobs/:id/change-request/merge',
  ],
  person: ['POST /v1/agent/previews/:id/accept', 'POST /v1/agent/previews/:id/reject'],
  'workflow:read': [
    'POST /api/rules/check',
    'POST /api/rules/:id/test',
    'POST /api/rules/replay',
    'POST /api/rules/:id/replay',
    'POST /api/rules/:id/tests/run',
    'POST /api/rules/diff',
  ],
  'workflow:write': [
    'POST /api/rules/apply',
    'POST /api/rules/:id/tests',
    'DELETE /api/rules/:id/tests/:testId',
    'POST /api/rules/:id/silences',
    'DELETE /api/rules/:id/silences/:silenceId',
    'PATCH /api/entities/:name/rows/:key',
    'PATCH /api/rules/:id',
    'DELETE /api/rules/:id',
    'POST /api/rules/:id/start',
    'POST /api/rules/dead-events/retry',
    'POST /api/rules/dead-events/:id/retry',
    'DELETE /api/rules/dead-events/:id',
    'POST /api/rules/:id/executions/:executionId/retry',
    'POST /api/rules/previews',
    'POST /api/rules/:id/duplicate',
    'POST /api/rules/:id/revisions/:n/restore',
    'POST /api/alerts/:id/acknowledge',
    'POST /api/alerts/:id/dismiss',
    'POST /api/alerts/:id/resolve',
  ],
  'patterns:write': ['POST /api/patterns', 'DELETE /api/patterns/:id'],
  'chart:destructive': ['DELETE /api/workspaces/:id'],
  'runs:destructive': ['DELETE /api/conversations/:id'],
  'chart:write': [
    'POST /api/workspaces/archive',
    'POST /api/workspaces/catalog',
    'PUT /api/workspaces/:id/files',
    'POST /api/workspaces/:id/files',
    'POST /api/workspaces/:id/files/rename',
    'DELETE /api/workspaces/:id/files',
    'POST /api/workspaces/:id/plans/:planId/ignore',
    'POST /api/proposals/:id/workspace',
  ],
  'runs:write': [
    'PATCH /api/conversations/:id',
    'POST /api/chat/:id/stop',
    'POST /api/runs/:id/stop',
    'POST /v1/agent/runs/:id/stop',
    'DELETE /api/schedules/:id',
    'POST /api/proposals/:id/answers',
    'POST /api/proposals/:id/withdrawal',
    'POST /api/remediations/:id/stop',
  ],
  'code:read': ['POST /api/repositories/:id/draw', 'POST /api/repositories/:id/compare'],
  'code:read chart:write': ['POST /api/repositories/:id/charts'],
  'code:write': [
    'POST /api/projects/:id/channels',
    'POST /api/projects/:id/channels/:channelId/messages',
    'POST /api/repositories/:id/diagrams',
    'PATCH /api/diagrams/:id',
    'DELETE /api/diagrams/:id',
    'POST /api/repositories/:id/archive',
    'POST /api/repositories/:id/fetch',
    'POST /api/repositories/:id/maps',
    'POST /api/repository-jobs/:id/undo',
    'POST /api/repository-jobs/:id/discard',
    'POST /api/repository-jobs/:id/review',
    'POST /api/repository-jobs/:id/change-request/refresh',
  ],
  'read chart:write runs:write code:write': [
    'POST /api/repositories/:id/jobs',
    'POST /api/repository-jobs/:id/continue',
    'POST /api/repository-jobs/:id/answer-comments',
  ],
  'read chart:write runs:write': [
    'POST /api/workspaces',
    'POST /api/workspaces/manifests',
    'POST /api/chat',
    'POST /api/diagram/chat',
    'POST /api/respond',
    'POST /api/runs/:id/retry',
    'POST /v1/agent/chat',
    'POST /api/schedules',
    'PUT /api/schedules/:id',
    'POST /api/schedules/:id/run',
    'POST /api/clusters/conversations',
    'POST /api/rules/conversations',
    'POST /api/proposals',
    'POST /api/proposals/:id/choice',
    'POST /api/remediations',
    'POST /api/alerts/alertmanager',
  ],
};

/** Routes without a principal: sign-in link, signed deliveries, health and the OpenAPI document. */
const openRoutes = [
  'POST /api/session/link',
  'POST /hooks/:id',
  'GET /healthz',
  'GET /readyz',
  'GET /openapi.json',
  'GET /metrics',
  'GET /docs/api',
  'GET /*',
  'GET /assets/*',
];

let web: TestWeb;
let person: Awaited<ReturnType<TestWeb['signIn']>>;
beforeAll(async () => {
  web = await startWeb();
  person = await web.signIn();
});
afterAll(() => web[Symbol.asyncDispose]());

const absent = newId();
const ids = new Proxy({} as Ids, { get: () => absent });

function send(browser: TestBrowser, { request, method }: GuardedRoute): Promise<Response> {
  const [path, body] = request(ids, ids);
  if (body === undefined) return browser.fetch(path, method && { method });
  return method ? browser.send(method, path, body) : browser.post(path, body);
}

async function openProgram(scopes: readonly string[]): Promise<TestBrowser> {
  const { secret } = await read<CreateApiTokenResponse>(
    await person.post('/api/tokens', { name: 'agent', expiresInDays: 1, scopes }),
  );
  return web.openBrowser({ authorization: `Bearer ${secret}` });
}

it('every route has a requirement, and every requirement a route', () => {
  const served = new Set(web.routes.filter((route) => !openRoutes.includes(route)));
  expect(new Set(Object.keys(routeRequirements))).toEqual(served);
});

it('every route that changes state has its reviewed requirement', () => {
  const needs = Object.entries(routeRequirements).flatMap(([route, requirement]) =>
    route.startsWith('GET ') ? [] : [[route, [requirement].flat().join(' ')] as const],
  );
  const expected = Object.entries(reviewed).flatMap(([need, routes]) => routes.map((route) => [route, need] as const));
  expect(Object.fromEntries(needs)).toEqual(Object.fromEntries(expected));
});

it('a token is refused on a route when its scopes do not cover the requirement', async () => {
  const program = await openProgram(['organization:read']);
  const byDefault = await openProgram(defaultScopes);
  for (const route of guardedRoutes) {
    const requirement = routeRequirements[route.route] ?? 'sign-in';
    if (requirement === 'any') continue;
    for (const [browser, scopes] of [
      [program, ['organization:read']],
      [byDefault, defaultScopes],
    ] as const) {
      const isScopes = typeof requirement !== 'string';
      const missing = isScopes ? requirement.find((scope) => !coversScope(scopes, scope)) : undefined;
      if (isScopes && missing === undefined) continue;
      const response = await send(browser, route);
      const { code, details } = await read<ErrorEnvelope>(response);
      const received = [route.route, response.status, code, details];
      expect(received).toEqual([route.route, 401, 'UNAUTHORIZED', missing && { scope: missing }]);
    }
  }
});

it('a token is served on a route when its scopes cover the requirement', async () => {
  const personal = guardedRoutes.filter(({ route }) => {
    const requirement = routeRequirements[route] ?? 'sign-in';
    return typeof requirement !== 'string' && !requirement.every((scope) => coversScope(defaultScopes, scope));
  });
  expect(personal.length).toBeGreaterThan(10);
  for (const route of personal) {
    const response = await send(await openProgram([routeRequirements[route.route] ?? []].flat()), route);
    expect([route.route, response.status]).not.toEqual([route.route, 401]);
  }
});

it('an automatic remediation is refused to a token when its scopes do not cover writes to clusters', async () => {
  const body = { issue: 'web is down', mode: 'automatic', maxRisk: 'low', context: null, model: null };
  const refused = await (await openProgram(defaultScopes)).post('/api/remediations', body);
  expect([refused.status, await read(refused)]).toMatchObject([401, { details: { scope: 'cluster:write' } }]);
  const allowed = await (await openProgram([...defaultScopes, 'cluster:write'])).post('/api/remediations', body);
  expect(allowed.status).toBe(503);
});

it('a token is refused with the known scopes when it is made with an unknown one', async () => {
  const refused = await person.post('/api/tokens', { name: 'agent', expiresInDays: 1, scopes: ['clutser:write'] });
  expect([refused.status, await read(refused)]).toMatchObject([
    400,
    { message: expect.stringMatching(/"clutser:write".*cluster:write/), details: { field: 'scopes' } },
  ]);
});

it('a cluster question over the Agent Chat Protocol is refused when it names a workspace', async () => {
  const { workspaceId } = await read<{ workspaceId: string }>(await person.post('/api/workspaces', {}));
  const body = { message: 'Scale web.', context_type: 'cluster', context: { workspace_id: workspaceId } };
  const refused = await person.post('/v1/agent/chat', body);
  expect([refused.status, await read(refused)]).toMatchObject([400, { code: 'VALIDATION_ERROR' }]);
});
