import { AppError, type ErrorCode } from '@shipmate/core';
import { expect, it } from 'vitest';
import { createAuthenticator } from './authenticator.ts';
import { createSecret, extensionTokenPrefix, hashSecret } from './secret.ts';
import { createToolTokens } from './tool-tokens.ts';

const owner = { userId: 'ada', organizationId: 'analytical' };
const extensionSecret = createSecret(extensionTokenPrefix);
const sessionSecret = createSecret();
const toolTokens = createToolTokens({ secret: 'a secret of thirty-two characters' });
const now = new Date(Date.UTC(2030, 0, 1));

const scopes = ['read', 'cluster:write'];

/** Stores one token and one session, both valid at `now`. */
const credentials = {
  findExtensionToken: async (secretHash: string, at: Date) =>
    secretHash === hashSecret(extensionSecret) && at === now
      ? { ...owner, id: 't', name: 'ci', scopes, createdAt: now, expiresAt: null, revokedAt: null, lastUsedAt: null }
      : undefined,
  findSession: async (secretHash: string, at: Date) =>
    secretHash === hashSecret(sessionSecret) && at === now ? { ...owner, id: 's', expiresAt: now } : undefined,
};
const clock = { now: () => now };
const { authenticate } = createAuthenticator({ credentials, clock, toolTokens });

function request(headers: Record<string, string>, method = 'GET'): Request {
  return new Request('http://localhost:3000/api/session', { method, headers });
}

const cookie = `theme=dark; shipmate_session=${sessionSecret}`;
const toolToken = await toolTokens.sign({ ...owner, via: 'session' }, { runId: 'r' });

it.each([
  {
    what: 'an extension token',
    headers: { authorization: `Bearer ${extensionSecret}` },
    principal: { ...owner, via: 'extension_token', scopes },
  },
  {
    what: 'a scheme in any case',
    headers: { authorization: `bearer ${extensionSecret}` },
    principal: { ...owner, via: 'extension_token', scopes },
  },
  {
    what: 'a tool token',
    headers: { authorization: `Bearer ${toolToken}` },
    principal: { ...owner, via: 'tool_token', scope: { runId: 'r' } },
  },
  { what: 'a session', headers: { cookie }, principal: { ...owner, via: 'session' } },
])('Authenticate recognises $what', async ({ headers, principal }) => {
  await expect(authenticate(request(headers))).resolves.toEqual(principal);
});

it.each([
  { what: 'nothing', headers: {} },
  { what: 'an unknown token', headers: { authorization: `Bearer ${createSecret(extensionTokenPrefix)}` } },
  { what: 'a forged tool token', headers: { authorization: 'Bearer a.b.c' } },
  { what: 'another scheme', headers: { authorization: `Basic ${extensionSecret}` } },
  { what: 'no token after the scheme', headers: { authorization: 'Bearer' } },
  { what: 'a bad token beside a good cookie', headers: { authorization: 'Bearer shp_bad', cookie } },
  { what: 'an unknown session', headers: { cookie: 'shipmate_session=unknown' } },
])('Authenticate refuses $what', async ({ headers }) => {
  await expect(authenticate(request(headers))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

it('Authenticate ignores the cookie of a request from another site', async () => {
  const crossSite = request({ cookie, 'sec-fetch-site': 'cross-site' }, 'POST');
  await expect(authenticate(crossSite)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  const own = request({ cookie, 'sec-fetch-site': 'same-origin' }, 'POST');
  await expect(authenticate(own)).resolves.toMatchObject({ via: 'session' });
});

it('Authenticate accepts only the configured credentials', async () => {
  const strict = createAuthenticator({ credentials, clock, sessions: false });
  await expect(strict.authenticate(request({ cookie }))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  const refused = strict.authenticate(request({ authorization: `Bearer ${toolToken}` }));
  await expect(refused).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

it('Authenticate passes a bearer that is no tool token to the JWT verifier, and reports UNAVAILABLE when the issuer is down', async () => {
  const known = { ...owner, via: 'jwt', token: 'a.good.jwt' } as const;
  const refuse = (code: ErrorCode) => Promise.reject(new AppError({ code, message: 'No.' }));
  const jwtAccess = {
    verify: (token: string) =>
      token === known.token ? Promise.resolve(known) : refuse(token === 'a.b.c' ? 'UNAUTHORIZED' : 'UNAVAILABLE'),
  };
  const open = createAuthenticator({ credentials, clock, toolTokens, jwtAccess });
  const bearer = (token: string) => open.authenticate(request({ authorization: `Bearer ${token}` }));
  await expect(bearer(known.token)).resolves.toEqual(known);
  await expect(bearer(toolToken)).resolves.toMatchObject({ via: 'tool_token' });
  await expect(bearer('a.b.c')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  await expect(bearer('a.b.d')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

it('Authenticate requires the access of the route, and adds the origin of the request', async () => {
  const refusal = new AppError({ code: 'UNAUTHORIZED', message: 'Not this route.' });
  const access = {
    note: () => Promise.resolve(),
    require: ({ method }: Request) => {
      if (method === 'POST') throw refusal;
    },
  };
  const origin = { id: 'r-1', remoteAddress: '192.0.2.7' };
  const guarded = createAuthenticator({ credentials, clock, access, originOf: () => origin });
  await expect(guarded.authenticate(request({ cookie }))).resolves.toEqual({
    ...owner,
    via: 'session',
    request: origin,
  });
  const refused = guarded.authenticate(request({ cookie, 'sec-fetch-site': 'same-origin' }, 'POST'));
  await expect(refused).rejects.toBe(refusal);
  const unknown = createAuthenticator({ credentials, clock, originOf: () => undefined });
  await expect(unknown.authenticate(request({ cookie }))).resolves.toStrictEqual({ ...owner, via: 'session' });
});

it.each([
  [true, 'Sign in, or send a bearer token.'],
  [false, 'Send an API token: Authorization: Bearer <token>.'],
])('Authenticate with sessions %s names the accepted credentials', async (sessions, message) => {
  const own = createAuthenticator({ credentials, clock, sessions });
  await expect(own.authenticate(request({}))).rejects.toThrow(message);
});
