import { expect, it } from 'vitest';
import { cookieOf, startWeb } from './start-web.ts';

const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };

it('a sign-in link is shown in the terminal and signs in once', async () => {
  await using web = await startWeb();
  const asked = await fetch(`${web.url}/api/session/link`, json);
  expect(asked.status).toBe(204);
  expect(await asked.text()).toBe('');
  const [link = ''] = web.shownLinks;
  expect(link).toMatch(new RegExp(`^${web.url}/auth/link\\?token=[\\w-]{43}$`));

  const first = await fetch(link, { redirect: 'manual' });
  expect(first.status).toBe(303);
  expect(first.headers.get('location')).toBe('/');
  expect(first.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/);
  const session = await fetch(`${web.url}/api/session`, { headers: { cookie: cookieOf(first) } });
  expect(await session.json()).toMatchObject({
    user: { name: 'Test user' },
    organization: { name: 'Test organization' },
    models: [{ id: 'demo:shipmate-demo', isDemo: true }],
    defaultModel: 'demo:shipmate-demo',
  });

  const again = await fetch(link, { redirect: 'manual' });
  expect(again.status).toBe(410);
  expect(again.headers.getSetCookie()).toEqual([]);
  expect(await again.text()).toContain('has expired or was already used');
});

it('HEAD of a link does not sign in and leaves the link usable', async () => {
  await using web = await startWeb();
  await fetch(`${web.url}/api/session/link`, json);
  const [link = ''] = web.shownLinks;
  const head = await fetch(link, { method: 'HEAD', redirect: 'manual' });
  expect([head.status, head.headers.getSetCookie()]).toEqual([204, []]);
  expect((await fetch(link, { redirect: 'manual' })).status).toBe(303);
});

it('a sign-in link redirects a signed-in person to the start page, used or not', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const response = await browser.fetch('/auth/link?token=used');
  expect([response.status, response.headers.get('location')]).toEqual([303, '/']);
});

it('a sign-in link is created for the person at this machine only', async () => {
  await using web = await startWeb();
  const rebound = await fetch(`${web.url}/api/session/link`, {
    ...json,
    headers: { ...json.headers, 'sec-fetch-site': 'cross-site' },
  });
  expect(rebound.status).toBe(404);
  expect(web.shownLinks).toEqual([]);
});

it('signing out ends the session permanently', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const response = await browser.post('/api/session/logout', {});
  expect(response.status).toBe(204);
  expect(response.headers.get('set-cookie')).toMatch(/^shipmate_session=;.*Expires=Thu, 01 Jan 1970/);
  expect((await browser.fetch('/api/session')).status).toBe(401);
});

it('a request with the cookie from a page of another site is refused', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const response = await browser.fetch('/api/workspaces', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
    body: '{}',
  });
  expect(response.status).toBe(401);
});
