import { newId } from '@shipmate/domain';
import type { CreateApiTokenResponse, CreateWorkspaceResponse } from '@shipmate/protocol';
import { expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { startWeb, type TestBrowser } from './start-web.ts';

interface Ids {
  readonly workspaceId: string;
  readonly conversationId: string;
  readonly tokenId: string;
  readonly runId: string;
}

interface GuardedRoute {
  readonly route: string;
  readonly request: (ids: Ids) => readonly [path: string, body?: unknown];
  /** Default: GET without a body, POST with one. */
  readonly method?: 'PUT' | 'PATCH' | 'DELETE';
  /** What another tenant's ids are answered with; `own` when the route names none. */
  readonly foreign: 404 | 'own';
}

const message = { role: 'user', parts: [{ type: 'text', text: 'Explain the chart.' }] };

const routes: readonly GuardedRoute[] = [
  { route: 'GET /api/session', request: () => ['/api/session'], foreign: 'own' },
  { route: 'POST /api/session/logout', request: () => ['/api/session/logout', {}], foreign: 'own' },
  { route: 'GET /api/tokens', request: () => ['/api/tokens'], foreign: 'own' },
  {
    route: 'POST /api/tokens',
    request: () => ['/api/tokens', { name: 'curl', expiresInDays: 30 }],
    foreign: 'own',
  },
  {
    route: 'DELETE /api/tokens/:id',
    request: ({ tokenId }) => [`/api/tokens/${tokenId}`],
    method: 'DELETE',
    foreign: 404,
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
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/plans/${newId()}/ignore`, {}],
    foreign: 404,
  },
  {
    route: 'PATCH /api/workspaces/:id/settings',
    request: ({ workspaceId }) => [`/api/workspaces/${workspaceId}/settings`, { autoAccept: true }],
    method: 'PATCH',
    foreign: 404,
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
    request: ({ workspaceId, conversationId }) => [
      '/api/chat',
      { id: conversationId, workspaceId, messages: [message] },
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

/** Serve everybody: they only sign in, or speak to the terminal of this machine. */
const openRoutes = ['POST /api/session/link'];

function send(browser: TestBrowser, { request, method }: GuardedRoute, ids: Ids): Promise<Response> {
  const [path, body] = request(ids);
  if (body === undefined) return browser.fetch(path, method && { method });
  return method ? browser.send(method, path, body) : browser.post(path, body);
}

async function createPossessions(browser: TestBrowser): Promise<Ids> {
  const { workspaceId, conversationId, runId } = await read<CreateWorkspaceResponse>(
    await browser.post('/api/workspaces', { prompt: 'Explain the chart.' }),
  );
  await (await browser.fetch(`/api/chat/${conversationId}/stream`)).text();
  const { token } = await read<CreateApiTokenResponse>(
    await browser.post('/api/tokens', { name: 'curl', expiresInDays: null }),
  );
  return { workspaceId, conversationId: conversationId ?? '', tokenId: token.id, runId: runId ?? '' };
}

const absentIds = (): Ids => ({ workspaceId: newId(), conversationId: newId(), tokenId: newId(), runId: newId() });

it('is complete: every route of the API is in the table', async () => {
  await using web = await startWeb();
  const served = web.routes.filter((route) => / \/(?:api|v1)\//.test(route));
  expect(new Set(served)).toEqual(new Set([...routes.map(({ route }) => route), ...openRoutes]));
});

it('answers 401 to whoever is not signed in, whatever the request', async () => {
  await using web = await startWeb();
  const nobody = web.openBrowser();
  for (const route of routes) {
    const response = await send(nobody, route, absentIds());
    expect([route.route, ...(await readError(response))]).toEqual([route.route, 401, 'UNAUTHORIZED']);
  }
});

it("answers 404 to another tenant's ids, exactly as to ids that do not exist", async () => {
  await using web = await startWeb();
  const owner = await web.signIn();
  const stranger = await web.signIn();
  const ids = await createPossessions(owner);
  const show = () => owner.fetch(`/api/workspaces/${ids.workspaceId}`).then(read);
  const before = await show();
  for (const route of routes.filter(({ foreign }) => foreign === 404)) {
    const foreign = await send(stranger, route, ids);
    const absent = await send(stranger, route, absentIds());
    expect([route.route, ...(await readError(foreign))]).toEqual([route.route, 404, 'NOT_FOUND']);
    expect([route.route, ...(await readError(absent))]).toEqual([route.route, 404, 'NOT_FOUND']);
  }
  expect(await show()).toEqual(before);
  expect(await read(await stranger.fetch('/api/workspaces'))).toEqual({ workspaces: [] });
  expect(await read(await owner.fetch('/api/tokens'))).toMatchObject({ tokens: [{ id: ids.tokenId }] });
});

it("does not take another's conversation into a workspace of one's own", async () => {
  await using web = await startWeb();
  const { conversationId } = await createPossessions(await web.signIn());
  const stranger = await web.signIn();
  const { workspaceId } = await createPossessions(stranger);
  const response = await stranger.post('/api/chat', { id: conversationId, workspaceId, messages: [message] });
  expect(await readError(response)).toEqual([404, 'NOT_FOUND']);
});
