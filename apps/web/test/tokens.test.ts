import { defaultScopes, listScopes } from '@shipmate/domain/access';
import type { SessionResponse } from '@shipmate/protocol/web/session';
import type { ApiTokenListResponse, CreateApiTokenResponse } from '@shipmate/protocol/web/tokens';
import { createJwtVerifier } from '@shipmate/server';
import { expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { signInColleague } from './sign-in-colleague.ts';
import { jwtAudience, jwtIssuer, jwtSecret, signJwt } from './sign-jwt.ts';
import { startWeb, type TestBrowser } from './start-web.ts';

const withBearer = (secret: string) => ({ headers: { authorization: `Bearer ${secret}` } });

async function create(browser: TestBrowser, body: unknown): Promise<CreateApiTokenResponse> {
  const response = await browser.post('/api/tokens', body);
  expect(response.status).toBe(201);
  expect(response.headers.get('cache-control')).toBe('no-store');
  return read(response);
}

async function list(browser: TestBrowser): Promise<ApiTokenListResponse['tokens']> {
  return (await read<ApiTokenListResponse>(await browser.fetch('/api/tokens'))).tokens;
}

it('/api/tokens creates tokens, lists them without their secrets, and revokes them', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const everlasting = await create(browser, { name: 'laptop', expiresInDays: null });
  const { secret, token } = await create(browser, { name: '  pipeline  ', expiresInDays: 30 });
  expect(secret).toMatch(/^shp_[\w-]{43}$/);
  expect(everlasting.token).toMatchObject({ name: 'laptop', expiresAt: null, lastUsedAt: null });
  expect(token.name).toBe('pipeline');
  const days = (Date.parse(token.expiresAt ?? '') - Date.parse(token.createdAt)) / 86_400_000;
  expect(days).toBeCloseTo(30, 2);

  const signedOut = web.openBrowser();
  expect(await read<SessionResponse>(await signedOut.fetch('/api/session', withBearer(secret)))).toMatchObject({
    user: { id: browser.tenant.user.id },
    toolsApiUrl: 'http://127.0.0.1:8080',
  });
  const listed = await list(browser);
  expect(listed).toEqual([{ ...token, lastUsedAt: expect.any(String) }, everlasting.token]);
  expect(JSON.stringify(listed)).not.toContain(secret);

  const revoked = await browser.fetch(`/api/tokens/${token.id}`, { method: 'DELETE' });
  expect([revoked.status, await revoked.text()]).toEqual([204, '']);
  expect(await readError(await signedOut.fetch('/api/session', withBearer(secret)))).toEqual([401, 'UNAUTHORIZED']);
  expect(await list(browser)).toEqual([everlasting.token]);
});

it('/api/tokens refuses tokens as callers', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { secret, token } = await create(browser, { name: 'curl', expiresInDays: 90 });
  const { headers } = withBearer(secret);
  const json = { ...headers, 'content-type': 'application/json' };
  const signedOut = web.openBrowser();
  for (const [path, init] of [
    ['/api/tokens', { headers }],
    ['/api/tokens', { headers: json, method: 'POST', body: '{"name":"more","expiresInDays":null}' }],
    [`/api/tokens/${token.id}`, { headers, method: 'DELETE' }],
  ] as const) {
    expect(await readError(await signedOut.fetch(path, init))).toEqual([401, 'UNAUTHORIZED']);
  }
  expect(await list(browser)).toHaveLength(1);
});

it('/api/tokens shows each token its scopes, and each person the scopes to grant', async () => {
  await using web = await startWeb();
  const owner = await web.signIn();
  const { token } = await create(owner, { name: 'deploy', expiresInDays: 1, scopes: ['cluster:write', 'read'] });
  expect(token.scopes).toEqual(['read', 'cluster:write']);
  const grantable = async (browser: TestBrowser) =>
    (await read<ApiTokenListResponse>(await browser.fetch('/api/tokens'))).scopes;
  expect((await grantable(owner)).map(({ scope }) => scope)).toEqual(listScopes());
  const member = await signInColleague(web, owner);
  const offered = await grantable(member);
  expect(offered.flatMap(({ scope, isDefault }) => (isDefault ? [scope] : []))).toEqual(defaultScopes);
  expect(offered.filter(({ scope }) => !scope.endsWith('read')).map(({ scope }) => scope)).toEqual([
    'chart:write',
    'runs:write',
  ]);
  const beyond = { name: 'deploy', expiresInDays: 1, scopes: ['read', 'cluster:write'] };
  expect(await readError(await member.post('/api/tokens', beyond))).toEqual([400, 'VALIDATION_ERROR']);
});

it('POST /api/tokens rejects a missing name and an invalid lifetime', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  for (const body of [
    {},
    { name: ' ', expiresInDays: 30 },
    { name: 'x'.repeat(101), expiresInDays: 30 },
    { name: 'curl' },
    { name: 'curl', expiresInDays: 0 },
    { name: 'curl', expiresInDays: 1.5 },
    { name: 'curl', expiresInDays: 4_000 },
  ]) {
    expect(await readError(await browser.post('/api/tokens', body))).toEqual([400, 'VALIDATION_ERROR']);
  }
  expect(await list(browser)).toEqual([]);
});

it('POST /api/tokens creates none for a JWT, even with the person claim, because the token would outlive the JWT', async () => {
  const key = { secret: jwtSecret };
  const jwtVerifier = createJwtVerifier({ issuer: jwtIssuer, audience: jwtAudience, key, personClaim: 'person' });
  await using web = await startWeb({ jwtVerifier });
  const { tenant } = await web.signIn();
  const person = web.openBrowser(withBearer(signJwt({ sub: tenant.user.id, person: true })).headers);
  expect((await person.fetch('/api/approvals')).status).toBe(200);
  const wanted = { name: 'lasting', expiresInDays: null };
  for (const refused of [await person.fetch('/api/tokens'), await person.post('/api/tokens', wanted)])
    expect(await readError(refused)).toEqual([401, 'UNAUTHORIZED']);
});
