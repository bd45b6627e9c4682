import { expect, it } from 'vitest';
import { readDependencies } from './read-dependencies.ts';

function projectsOf(files: Readonly<Record<string, string>>) {
  const { projects, problems } = readDependencies(Object.entries(files).map(([path, text]) => ({ path, text })));
  expect(problems).toEqual([]);
  return projects;
}

function lockedOf(files: Readonly<Record<string, string>>) {
  const projects = projectsOf(files);
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

it('reads the versions of the projects of a workspace of bun 1.4.5 (recorded)', () => {
  const lock = `{
  "lockfileVersion": 2,
  "workspaces": {
    "": {
      "name": "root",
      "dependencies": {
        "@own/scoped": "npm:@types/ms@^2",
        "a": "workspace:*",
        "ms": "catalog:",
      },
    },
    "packages/a": { "name": "a", "version": "1.2.3", "dependencies": { "ms": "2.0.0" } },
    "packages/b": { "name": "@own/b", "dependencies": { "is-number": "^6", "left-pad": "file:../../left", "ms": "^2.1.0" } },
  },
  "packages": {
    "@own/b": ["@own/b@workspace:packages/b"],

    "@own/scoped": ["@types/ms@2.1.0", "", {}, "sha512-GsCCIZDE"],

    "a": ["a@workspace:packages/a"],

    "is-number": ["is-number@7.0.0", "", {}, "sha512-41Cifkg6"],

    "ms": ["ms@2.1.3", "", {}, "sha512-6FlzubTL"],

    "@own/b/left-pad": ["left-pad@file:left", {}],

    "a/ms": ["ms@2.0.0", "", {}, "sha512-Tpp60P6I"],
  }
}
`;
  const manifests = {
    'package.json': {
      dependencies: { '@own/scoped': 'npm:@types/ms@^2', '@own/b': '*', a: 'workspace:*', ms: 'catalog:' },
    },
    'packages/a/package.json': { dependencies: { ms: '2.0.0', lost: '1' } },
    'packages/b/package.json': { dependencies: { 'is-number': '^6', 'left-pad': 'file:../../left', ms: '^2.1.0' } },
  };
  const texts = Object.entries(manifests).map(([path, manifest]) => [path, JSON.stringify(manifest)]);
  const projects = projectsOf({ ...Object.fromEntries(texts), 'bun.lock': lock });
  expect(projects.map(({ lockfile }) => lockfile)).toEqual(['bun.lock', 'bun.lock', 'bun.lock']);
  expect(projects.map(({ dependencies }) => dependencies.map(({ name, locked }) => `${name} ${locked}`))).toEqual([
    ['@own/scoped 2.1.0', '@own/b workspace:packages/b', 'a 1.2.3', 'ms 2.1.3'],
    ['ms 2.0.0', 'lost undefined'],
    ['is-number 7.0.0', 'left-pad file:left', 'ms 2.1.3'],
  ]);
});

it('reads the version that "resolutions" of yarn 4.18 set (recorded)', () => {
  const lock = `"@own/b@workspace:b":
  version: 0.0.0-use.local
  resolution: "@own/b@workspace:b"

"ms@npm:2.1.1":
  version: 2.1.1
  resolution: "ms@npm:2.1.1"
`;
  const dependencies = { '@own/b': 'workspace:^', ms: '^2.0.0', m: '1' };
  expect(lockedOf({ 'package.json': JSON.stringify({ dependencies }), 'yarn.lock': lock })).toEqual({
    '@own/b': '0.0.0-use.local',
    ms: '2.1.1',
    m: undefined,
  });
});

it('reads the version of each crate of a workspace from the lock file of cargo 1.95 (recorded)', () => {
  const lock = `version = 4

[[package]]
name = "dup"
version = "1.0.0"

[[package]]
name = "dup"
version = "2.0.0"

[[package]]
name = "one"
version = "0.1.0"
dependencies = [
 "dup 1.0.0",
]

[[package]]
name = "two"
version = "0.1.0"
dependencies = [
 "dup 2.0.0",
]
`;
  const toCrate = (name: string) => `[package]\nname = "${name}"\n[dependencies]\ndup = "*"\n`;
  const files = {
    'one/Cargo.toml': toCrate('one'),
    'two/Cargo.toml': toCrate('two'),
    'new/Cargo.toml': toCrate('new'),
  };
  const projects = projectsOf({ ...files, 'Cargo.lock': lock });
  expect(projects.flatMap(({ dependencies }) => dependencies.map(({ locked }) => locked))).toEqual([
    '1.0.0',
    '2.0.0',
    '1.0.0, 2.0.0',
  ]);
});

// The form that uv writes: https://docs.astral.sh/uv/concepts/resolution/#multi-version-resolution
it('reads the versions of a Python project where the lock file of uv has several', () => {
  const registry = 'source = { registry = "https://pypi.org/simple" }';
  const toPackage = (name: string, version: string, rest: string) =>
    `[[package]]\nname = "${name}"\nversion = "${version}"\n${rest}\n`;
  const lock = [
    toPackage(
      'my-app',
      '0',
      `source = { virtual = "." }\ndependencies = [{ name = "numpy", version = "2.1.0" }, { name = "flask" }]`,
    ),
    '[package.dev-dependencies]\nold = [{ name = "scipy", version = "1.1" }]\n',
    ...['1.26.4', '2.1.0'].map((version) => toPackage('numpy', version, registry)),
    ...['1.1', '1.2'].map((version) => toPackage('scipy', version, registry)),
    toPackage('flask', '3.0.3', registry),
  ].join('\n');
  const manifest =
    '[project]\nname = "My_App"\ndependencies = ["numpy", "Flask"]\n[dependency-groups]\nold = ["scipy"]\n';
  expect(lockedOf({ 'pyproject.toml': manifest, 'uv.lock': lock })).toEqual({
    numpy: '2.1.0',
    Flask: '3.0.3',
    scipy: '1.1',
  });
});
