import { expect, it } from 'vitest';
import { parseRemoteUrl } from './remote-url.ts';

const [http, ssh] = ['http://git.example.test/shop.git', 'ssh://git@git.example.test/shop.git'];

it.each([
  ['https://git.example.test/shop.git', { http: false, ssh: false }],
  [http, { http: true, ssh: false }],
  [ssh, { http: false, ssh: true }],
  [http, undefined],
  [ssh, undefined],
])('parseRemoteUrl accepts %s where %j are reached', (url, schemes) => {
  expect(parseRemoteUrl(url, { schemes })).toBe(url);
});

it.each([
  [http, { http: false, ssh: true }, 'must begin with https:// or ssh://, as http:// is not allowed here'],
  [http, { http: false, ssh: false }, 'must begin with https://, as http:// is not allowed here'],
  [ssh, { http: true, ssh: false }, 'must begin with https://, as ssh:// has no key here'],
  ['file:///etc', { http: true, ssh: true }, 'must be an https:// or ssh:// address'],
])('parseRemoteUrl refuses %s where %j are reached, and names the field', (url, schemes, rule) => {
  expect(() => parseRemoteUrl(url, { schemes, field: 'workspace.repoUrl' })).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining(`The address ${rule}`),
      details: { issues: [{ path: 'workspace.repoUrl', message: expect.stringContaining(rule) }] },
    }),
  );
});
