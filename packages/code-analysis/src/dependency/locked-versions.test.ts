import { expect, it } from 'vitest';
import { readDependencies } from './read-dependencies.ts';

function lockedOf(files: Readonly<Record<string, string>>) {
  const { projects, problems } = readDependencies(Object.entries(files).map(([path, text]) => ({ path, text })));
  expect(problems).toEqual([]);
  return Object.fromEntries(
    projects.flatMap(({ dependencies }) => dependencies.map(({ name, locked }) => [name, locked])),
  );
}

it('reads the version of an alias and of a package of the workspace of pnpm 9, 10 and 12 (recorded)', () => {
  const lock = `lockfileVersion: '9.0'

importers:

  .:
    dependencies:
      '@own/scoped':
        specifier: npm:@types/ms@^2
        version: '@types/ms@2.1.0'
      a:
        specifier: workspace:*
        version: link:packages/a
      lodash4:
        specifier: npm:lodash@^4.17.0
        version: lodash@4.18.1
      patched:
        specifier: 1.0.0
        version: 1.0.0(patch_hash=abc)(ms@2.1.3)
      tar:
        specifier: https://example.com/a@1.0.0.tgz
        version: https://example.com/a@1.0.0.tgz
`;
  const names = ['@own/scoped', 'a', 'lodash4', 'patched', 'tar'];
  const dependencies = Object.fromEntries(names.map((name) => [name, '*']));
  expect(lockedOf({ 'package.json': JSON.stringify({ dependencies }), 'pnpm-lock.yaml': lock })).toEqual({
    '@own/scoped': '2.1.0',
    a: 'link:packages/a',
    lodash4: '4.18.1',
    patched: '1.0.0',
    tar: 'https://example.com/a@1.0.0.tgz',
  });
});

it('reads the version of a package of the workspace of npm 11 (recorded)', () => {
  const lock = {
    lockfileVersion: 3,
    packages: {
      'node_modules/a': { resolved: 'packages/a', link: true },
      'node_modules/lost': { resolved: 'packages/lost', link: true },
      'packages/a': { version: '1.2.3' },
    },
  };
  const files = {
    'package.json': '{"dependencies":{"a":"1.2.3","lost":"*"}}',
    'package-lock.json': JSON.stringify(lock),
  };
  expect(lockedOf(files)).toEqual({ a: '1.2.3', lost: undefined });
});

it('reads what go.mod replaces as "go list -m all" of go 1.19 names it', () => {
  const mod = `module example.com/shop

require (
	example.com/one v1.0.0
	example.com/two v2.0.0
	example.com/three v3.0.0
	example.com/four v4.0.0
)

replace example.com/one => ../one

replace (
	example.com/two v2.0.0 => example.com/fork v2.1.0 // why
	example.com/three => example.com/three v3.5.0
	example.com/four v4.9.9 => example.com/other v5.0.0
)
`;
  expect(lockedOf({ 'go.mod': mod })).toEqual({
    'example.com/one': '../one',
    'example.com/two': 'example.com/fork v2.1.0',
    'example.com/three': 'example.com/three v3.5.0',
    'example.com/four': 'v4.0.0',
  });
});
