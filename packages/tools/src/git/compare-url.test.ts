import { expect, it } from 'vitest';
import { toCompareUrl } from './compare-url.ts';
import { parseGitRemote } from './git-remote.ts';

const allowed = { http: false, ssh: true, file: true };

it.each([
  ['https://github.com/acme/shop.git', 'https://github.com/acme/shop/compare/a/b%23c?expand=1'],
  ['git@github.com:acme/shop.git', 'https://github.com/acme/shop/compare/a/b%23c?expand=1'],
  ['https://github.acme.example/acme/shop/', 'https://github.acme.example/acme/shop/compare/a/b%23c?expand=1'],
  [
    'ssh://git@gitlab.com:22/group/sub/shop.git',
    'https://gitlab.com/group/sub/shop/-/merge_requests/new?merge_request%5Bsource_branch%5D=a%2Fb%23c',
  ],
  ['https://bitbucket.org/acme/shop', 'https://bitbucket.org/acme/shop/pull-requests/new?source=a%2Fb%23c'],
  ['https://git.example/acme/shop.git', undefined],
  ['file:///repositories/shop.git', undefined],
])('toCompareUrl of %s is %s', (remote, url) => {
  expect(toCompareUrl(parseGitRemote(remote, allowed), 'a/b#c')).toBe(url);
});
