import type { Principal } from '@shipmate/core';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { AppEnvironment } from '../app-environment.ts';
import { createRouteAccess } from './route-access.ts';

const ada = { userId: 'ada', organizationId: 'analytical' };
const access = createRouteAccess({
  'GET /open': 'any',
  'GET /session': 'sign-in',
  'GET /person': 'person',
  'GET /charts/:id': ['read', 'chart:write'],
});

/** Requests a path as a caller with the credential; the message of the refusal, or `ok`. */
async function request(path: string, credential: Pick<Principal, 'via' | 'isPerson' | 'scopes'>): Promise<string> {
  const app = new Hono<AppEnvironment>();
  app.use(access.note);
  app.get('*', (context) => {
    access.require(context.req.raw, { ...ada, ...credential });
    return context.text('ok');
  });
  for (const route of ['/open', '/session', '/person', '/charts/:id']) app.get(route, (context) => context.text('ok'));
  app.onError((error, context) => context.text(error.message));
  return (await app.request(path)).text();
}

const token = { via: 'extension_token' } as const;

it.each([
  ['/open', token, /^ok$/u],
  ['/session', token, /^Sign in with a browser to request GET \/session\./u],
  ['/session', { via: 'session' }, /^ok$/u],
  ['/session', { via: 'jwt', isPerson: true }, /^Sign in/u],
  ['/person', { via: 'jwt', isPerson: true }, /^ok$/u],
  ['/person', token, /^Sign in with a browser to request GET \/person\./u],
  ['/charts/7', { ...token, scopes: ['read', 'chart:write'] }, /^ok$/u],
  ['/charts/7', { ...token, scopes: ['chart:write'] }, /scope "read" to request GET \/charts\/:id/u],
  ['/charts/7', { ...token, scopes: ['read'] }, /scope "chart:write"/u],
  ['/toString', token, /^Sign in with a browser to request this\./u],
  ['/unlisted', { via: 'session' }, /^ok$/u],
] as const)('RouteAccess answers %s for %j: %s', async (path, credential, answer) => {
  expect(await request(path, credential)).toMatch(answer);
});

it('RouteAccess requires a sign-in of a request that it did not see', () => {
  const unseen = new Request('http://localhost/open');
  expect(() => access.require(unseen, { ...ada, via: 'job' })).toThrow('Sign in with a browser to request this.');
});
