import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId } from '@shipmate/domain';
import { runHeader } from '@shipmate/protocol/http';
import { createJwtVerifier, createToolTokens } from '@shipmate/server';
import { describe, expect, it } from 'vitest';
import { createRemoteTools } from '@shipmate/agents/tools';
import { readError } from './read-json.ts';
import { jwtAudience, jwtIssuer, jwtSecret, signJwt } from './sign-jwt.ts';
import { createProgram, readPairs, startAgentChat } from './start-agent-chat.ts';

const jwtVerifier = createJwtVerifier({ issuer: jwtIssuer, audience: jwtAudience, key: { secret: jwtSecret } });
const hello = { text: 'Hello.', times: Infinity } as const;

describe('the bearer of a JWT', () => {
  it('is created once at first use, in an organization of their own', async () => {
    await using chat = await startAgentChat([hello], { jwtVerifier });
    const program = (claims: object) => createProgram(chat.web.url, signJwt(claims));
    const ada = { sub: 'ada', org: 'analytical', name: 'Ada' };
    const responses = await Promise.all([1, 2, 3].map(() => program(ada).ask({})));
    for (const response of responses) expect((await readPairs(response)).at(-1)).toEqual(['message_complete', {}]);
    const runId = responses[0]?.headers.get(runHeader) ?? '';
    const readers = [ada, { sub: 'bob', org: 'analytical' }, { sub: 'ada', org: 'other' }, { sub: 'ada' }];
    const statuses: number[] = [];
    for (const claims of readers) {
      const { status, body } = await program(claims).fetch(`/v1/agent/runs/${runId}/events`);
      statuses.push(status);
      await body?.cancel();
    }
    expect(statuses).toEqual([200, 404, 404, 404]);
  });

  it('is a local user when the token names one, in one of their organizations only', async () => {
    await using chat = await startAgentChat([hello], { jwtVerifier });
    const { tenant } = await chat.web.signIn();
    const { tenant: foreign } = await chat.web.signIn();
    const { userId: sub, organizationId: org } = tenant.principal;
    const ask = (claims: object) => createProgram(chat.web.url, signJwt(claims)).ask({});
    for (const claims of [{ sub, org }, { sub }]) {
      const response = await ask(claims);
      await response.text();
      const run = chat.web.unitOfWork.stores.runs.get(tenant.principal, response.headers.get(runHeader) ?? '');
      await expect(run).resolves.toMatchObject({ userId: sub, organizationId: org });
    }
    for (const other of [foreign.principal.organizationId, newId(), 'analytical']) {
      expect(await readError(await ask({ sub, org: other }))).toEqual([401, 'UNAUTHORIZED']);
    }
    const intruder = await ask({ sub: 'eve', org });
    await intruder.text();
    const seen = chat.web.unitOfWork.stores.runs.get(tenant.principal, intruder.headers.get(runHeader) ?? '');
    await expect(seen).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is refused without a configured issuer, and with an invalid token', async () => {
    await using strict = await startAgentChat([]);
    const good = createProgram(strict.web.url, signJwt({ sub: 'ada' }));
    expect(await readError(await good.ask({}))).toEqual([401, 'UNAUTHORIZED']);
    await using chat = await startAgentChat([], { jwtVerifier });
    for (const claims of [{ sub: 'ada', exp: 1 }, { sub: 'ada', aud: 'another' }, {}]) {
      const response = await createProgram(chat.web.url, signJwt(claims)).ask({});
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect(await readError(response)).toEqual([401, 'UNAUTHORIZED']);
    }
  });

  it('has the token forwarded to tools in another process', async () => {
    const tokens: unknown[] = [];
    const server = createServer((request, response) => {
      tokens.push(request.headers.authorization);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":false,"error":"Not here."}');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const toolsUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const tools = createRemoteTools(toolsUrl, createToolTokens({ secret: jwtSecret }));
    const steps = [{ toolCalls: [{ name: 'getChartContext' }] }, { text: 'Done.' }];
    await using chat = await startAgentChat([...steps, ...steps], { jwtVerifier, tools });
    const { tenant, ...browser } = await chat.web.signIn();
    const made = await browser.post('/api/workspaces', { template: 'sample' });
    const { workspaceId } = (await made.json()) as { workspaceId: string };
    const token = signJwt({ sub: tenant.user.id });
    const request = { context_type: 'chart', context: { workspace_id: workspaceId } };
    await (await createProgram(chat.web.url, token).ask(request)).text();
    await (await browser.post('/v1/agent/chat', { message: 'Hello?', ...request })).text();
    server.closeAllConnections();
    server.close();
    expect(tokens).toEqual([`Bearer ${token}`, expect.stringMatching(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/)]);
    expect(tokens[1]).not.toBe(tokens[0]);
  });
});

describe('a page of another origin', () => {
  const origin = 'https://page.test';

  it('may ask with a token when its origin is allowed', async () => {
    await using chat = await startAgentChat([hello], { settings: { corsOrigins: [origin] } });
    const preflight = await fetch(new URL('/v1/agent/chat', chat.web.url), {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
    const { token } = await chat.signIn();
    const headers = { origin, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await createProgram(chat.web.url, token).ask({}, { headers });
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('access-control-expose-headers')).toContain(runHeader);
    expect(response.headers.get('vary')).toContain('Origin');
    expect((await readPairs(response)).at(-1)).toEqual(['message_complete', {}]);
    const refused = await createProgram(chat.web.url, 'shp_bad').fetch('/v1/agent/runs/x/stop', {
      headers: { origin },
      method: 'POST',
    });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, origin]);
  });

  it('may not ask when its origin is not allowed, nor with the cookie of a signed-in person', async () => {
    await using chat = await startAgentChat([], { settings: { corsOrigins: [origin] } });
    const other = await fetch(new URL('/v1/agent/chat', chat.web.url), {
      method: 'OPTIONS',
      headers: { origin: 'https://other.test', 'access-control-request-method': 'POST' },
    });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
    const { browser } = await chat.signIn();
    const response = await browser.fetch('/v1/agent/chat', {
      method: 'POST',
      headers: { origin, 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'Hello', context_type: 'tables' }),
    });
    expect(await readError(response)).toEqual([401, 'UNAUTHORIZED']);
  });
});
