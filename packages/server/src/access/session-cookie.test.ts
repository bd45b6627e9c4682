import { expect, it } from 'vitest';
import { clearedSessionCookie, readSessionCookie, toSessionCookie } from './session-cookie.ts';

const expiresAt = new Date(Date.UTC(2030, 0, 1));

it('toSessionCookie signs in with a cookie that scripts and other sites cannot use', () => {
  expect(toSessionCookie({ secret: 's', expiresAt, secure: false })).toBe(
    'shipmate_session=s; Path=/; HttpOnly; SameSite=Lax; Expires=Tue, 01 Jan 2030 00:00:00 GMT',
  );
  expect(toSessionCookie({ secret: 's', expiresAt, secure: true })).toMatch(/; Secure$/);
  expect(clearedSessionCookie({ secure: false })).toMatch(/^shipmate_session=; .*Expires=Thu, 01 Jan 1970/);
});

it.each([
  ['shipmate_session=abc', 'abc'],
  ['theme=dark; shipmate_session=abc; x=1', 'abc'],
  ['not_shipmate_session=abc', undefined],
  ['shipmate_session=', undefined],
  ['', undefined],
])('readSessionCookie reads %j as %j', (cookie, secret) => {
  expect(readSessionCookie(new Headers({ cookie }))).toBe(secret);
});
