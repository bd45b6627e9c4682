import { describe, expect, it } from 'vitest';
import { detectManager, type PackageCommand, toInstallVariables, toPackageArguments } from './package-command.ts';

const manifest = {
  scripts: { build: 'tsc', 'test:unit': 'vitest', '--prefix': 'x' },
  dependencies: new Set<string>(),
  packageManager: undefined,
};
const call: PackageCommand = { manager: 'npm', command: 'build', args: [], allowScripts: false };

it.each([
  [['pnpm-lock.yaml', 'package-lock.json'], undefined, 'pnpm'],
  [['yarn.lock'], 'pnpm@12.0.0', 'yarn'],
  [['bun.lock'], undefined, 'bun'],
  [['package-lock.json'], undefined, 'npm'],
  [['package.json'], 'pnpm@12.0.0', 'pnpm'],
  [['package.json'], 'evil@1', 'npm'],
] as const)('detectManager of %j and %s is %s', (entries, packageManager, expected) => {
  expect(detectManager(new Set(entries), { ...manifest, packageManager })).toBe(expected);
});

describe('toPackageArguments', () => {
  it.each([
    [{}, ['run', 'build']],
    [{ args: ['--watch', 'a b'] }, ['run', 'build', '--', '--watch', 'a b']],
    [{ manager: 'pnpm', args: ['--watch'] }, ['run', 'build', '--watch']],
    [{ command: 'install' }, ['install', '--ignore-scripts', '--git=git']],
    [{ command: 'ci' }, ['ci', '--ignore-scripts', '--git=git']],
    [{ command: 'ci', manager: 'pnpm' }, ['install', '--frozen-lockfile', '--ignore-scripts', '--ignore-pnpmfile']],
    [{ command: 'install', allowScripts: true }, ['install']],
    [
      { command: 'install', args: ['-D', '@scope/a@^1.2.3', 'zod'] },
      ['install', '--ignore-scripts', '--git=git', '-D', '@scope/a@^1.2.3', 'zod'],
    ],
    [{ command: 'install', manager: 'yarn', args: ['zod'] }, ['add', '--mode=skip-build', 'zod']],
    [{ command: 'ci', manager: 'yarn' }, ['install', '--frozen-lockfile', '--mode=skip-build']],
  ] as const)('of %j are %j', async (options, expected) => {
    expect(await toPackageArguments({ ...call, ...options }, manifest)).toEqual(expected);
  });

  const refusals: readonly (readonly [Partial<PackageCommand>, string])[] = [
    [{ command: 'biuld' }, 'Did you mean "build"?'],
    [{ command: 'publish' }, 'Scripts: build, test:unit, --prefix.'],
    [{ command: '--prefix' }, 'reads as an option'],
    [{ command: 'constructor' }, 'has no script'],
    ...[
      '--prefix=/',
      '--no-ignore-scripts',
      '--script-shell=/tmp/x',
      '-g',
      'git+https://a/b',
      'file:../x',
      '../x',
      './x',
      'http://a/b.tgz',
      'user/repo',
      'zod@npm:evil',
      '',
    ].map((arg) => [{ command: 'install', args: [arg] }, 'is not allowed'] as const),
  ];

  it.each(refusals)('rejects %j', async (options, message) => {
    await expect(toPackageArguments({ ...call, ...options }, manifest)).rejects.toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', message: expect.stringContaining(message) }),
    );
  });
});

it.each([
  ['', 'false'],
  ['nodeLinker: pnp\n', 'false'],
  ['# nodeLinker: node-modules\n', 'false'],
  ['enableGlobalCache: false\nnodeLinker: node-modules\n', undefined],
  ["nodeLinker: 'pnpm'", undefined],
])('toInstallVariables of the settings %j set the global cache of yarn to %s', (settings, expected) => {
  for (const isInert of [false, true]) {
    expect(toInstallVariables(isInert, settings)['YARN_ENABLE_GLOBAL_CACHE']).toBe(expected);
  }
});
