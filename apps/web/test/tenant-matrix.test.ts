import { newId } from '@shipmate/domain';
import { conversationHeader } from '@shipmate/protocol/http';
import type { CreateApiTokenResponse } from '@shipmate/protocol/web/tokens';
import { expect, it } from 'vitest';
import { routeRequirements } from '../src/access/route-requirements.ts';
import { message } from './guarded-routes/conversation-routes.ts';
import type { Ids } from './guarded-routes/guarded-route.ts';
import { guardedRoutes } from './guarded-routes/guarded-routes.ts';
import { namedIds } from './guarded-routes/named-ids.ts';
import { createPossessions, readEverything, send, sendNamed } from './guarded-routes/possessions.ts';
import { read, readError } from './read-json.ts';
import { startWeb, type TestBrowser, type TestWeb } from './start-web.ts';

type SignedIn = Awaited<ReturnType<TestWeb['signIn']>>;

/** Routes without sign-in: the sign-in itself, health and the OpenAPI document. */
const openRoutes = [
  'POST /api/session/link',
  'POST /hooks/:id',
  'GET /auth/link',
  'GET /healthz',
  'GET /readyz',
  'GET /openapi.json',
  'GET /metrics',
  'GET /docs/api',
];

/** The page and its assets, the same for all users. */
const page = ['GET /*', 'GET /assets/*'];

const absentIds = (): Ids => ({
  workspaceId: newId(),
  conversationId: newId(),
  planId: newId(),
  tokenId: newId(),
  runId: newId(),
  approvalId: newId(),
  grantId: newId(),
  scheduleId: newId(),
  patternId: newId(),
  proposalId: newId(),
  remediationId: newId(),
  ruleId: newId(),
  previewId: newId(),
  alertId: newId(),
  rowKey: newId(),
  executionId: newId(),
  eventId: newId(),
  repositoryId: newId(),
  jobId: newId(),
  mapId: newId(),
  diagramId: newId(),
  mcpServerId: newId(),
  projectId: newId(),
  channelId: newId(),
  userId: newId(),
});

const malformedIds = Object.fromEntries(Object.keys(absentIds()).map((name) => [name, 'no-id'])) as unknown as Ids;

it('the tenant matrix has a line for every route of the app, and a route for every line', async () => {
  await using web = await startWeb();
  const served = new Set(web.routes.filter((route) => !page.includes(route)));
  expect(served).toEqual(new Set([...guardedRoutes.map(({ route }) => route), ...openRoutes]));
});

it('the tenant matrix names for every route who may call it', () => {
  const { 'GET /auth/link': link, ...guarded } = routeRequirements;
  expect(link).toBe('any');
  expect(Object.fromEntries(guardedRoutes.map(({ route, needs }) => [route, needs]))).toEqual(guarded);
  for (const { route, needs } of namedIds) expect([route, needs]).toEqual([route, guarded[route]]);
});

it('the open routes need no credential', async () => {
  await using web = await startWeb();
  const signedOut = web.openBrowser();
  expect((await signedOut.post('/api/session/link', {})).status).toBeLessThan(300);
  for (const path of [
    '/auth/link?code=none',
    '/healthz',
    '/readyz',
    '/openapi.json',
    '/docs/api',
    '/',
    '/assets/none.js',
  ]) {
    expect([path, (await signedOut.fetch(path)).status]).not.toEqual([path, 401]);
  }
});

it('every other route responds 401 without a credential, whatever the request', async () => {
  await using web = await startWeb();
  const signedOut = web.openBrowser();
  for (const route of guardedRoutes) {
    const response = await send(signedOut, route, absentIds());
    expect([route.route, ...(await readError(response))]).toEqual([route.route, 401, 'UNAUTHORIZED']);
  }
});

it('a token of the default scopes can neither decide nor create tokens', async () => {
  await using web = await startWeb();
  const person = await web.signIn();
  const { secret } = await read<CreateApiTokenResponse>(
    await person.post('/api/tokens', { name: 'agent', expiresInDays: 1 }),
  );
  const program = web.openBrowser({ authorization: `Bearer ${secret}` });
  expect((await program.fetch('/api/approvals')).status).toBe(200);
  for (const route of guardedRoutes.filter(({ isForPeople }) => isForPeople)) {
    const response = await send(program, route, absentIds());
    expect([route.route, ...(await readError(response))]).toEqual([route.route, 401, 'UNAUTHORIZED']);
  }
});

/** Returns a program of a person, with a token that has every scope. */
async function openProgram(web: TestWeb, person: SignedIn): Promise<TestBrowser> {
  const scopes = [
    ...new Set(
      Object.values(routeRequirements)
        .filter((need) => typeof need !== 'string')
        .flat(),
    ),
  ];
  const { secret } = await read<CreateApiTokenResponse>(
    await person.post('/api/tokens', { name: 'matrix', expiresInDays: 1, scopes }),
  );
  return web.openBrowser({ authorization: `Bearer ${secret}` });
}

/** Returns status and body, without ids and times that are new with every request. */
async function toAnswer(response: Response): Promise<readonly [status: number, body: string]> {
  const text = await response.text();
  const body = text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
  return [response.status, body];
}

it.each(['session', 'token'])(
  'foreign and unknown ids get the same response for a %s, and the other tenant is unchanged',
  async (credential) => {
    await using web = await startWeb();
    const [owner, stranger] = [await web.signIn(), await web.signIn()];
    const [foreign, own] = [await createPossessions(web, owner), await createPossessions(web, stranger)];
    const caller = credential === 'token' ? await openProgram(web, stranger) : stranger;
    const before = await readEverything(owner, foreign);
    for (const route of [...guardedRoutes, ...namedIds].filter((line) => line.foreign !== 'own')) {
      const answerTo = async (ids: Ids) => toAnswer(await sendNamed(caller, route, { ids, own }));
      const received = await answerTo(foreign);
      expect([route.route, ...received]).toEqual([route.route, ...(await answerTo(absentIds()))]);
      const isRefused = credential === 'token' && typeof route.needs === 'string';
      const statuses = isRefused ? [401] : route.foreign === 404 ? [404] : [200, 202];
      expect([route.route, statuses.includes(received[0]), received]).toEqual([route.route, true, received]);
      if (route.foreign !== 404 || isRefused || !route.route.includes('/:id')) continue;
      const malformed = await toAnswer(await send(caller, route, malformedIds));
      expect([route.route, malformed[0]]).toEqual([route.route, 404]);
    }
    expect(await readEverything(owner, foreign)).toEqual(before);
  },
);

it("another tenant's data is not found, and its owner reads all of it", async () => {
  await using web = await startWeb();
  const owner = await web.signIn();
  const ids = await createPossessions(web, owner);
  const foreign = JSON.stringify(await readEverything(await web.signIn(), ids));
  const own = JSON.stringify(await readEverything(owner, ids));
  for (const [name, id] of Object.entries(ids)) {
    expect([name, own.includes(id), foreign.includes(id)]).toEqual([name, true, false]);
  }
});

it('a question with another tenant’s conversation id begins a new conversation, like a free id', async () => {
  await using web = await startWeb();
  const owner = await web.signIn();
  const { conversationId } = await createPossessions(web, owner);
  const messagesOf = async () => (await owner.fetch(`/api/conversations/${conversationId}/messages`)).text();
  const before = await messagesOf();
  const stranger = await web.signIn();
  const { workspaceId } = await createPossessions(web, stranger);
  const ask = (id: string) => stranger.post('/api/chat', { id, workspaceId, messages: [{ ...message, id }] });
  for (const id of [conversationId, newId()]) {
    const response = await ask(id);
    await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get(conversationHeader)).not.toBe(id);
  }
  expect(await messagesOf()).toBe(before);
});
