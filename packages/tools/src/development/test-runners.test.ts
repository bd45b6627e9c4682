import { describe, expect, it } from 'vitest';
import { chooseRunner, usesReactScripts } from './choose-runner.ts';
import { toTestCommand } from './test-runners.ts';

describe('chooseRunner', () => {
  const none = { scripts: {}, packageManager: undefined, dependencies: new Set<string>() };
  it.each([
    [['package.json'], ['vitest', 'mocha'], 'vitest'],
    [['package.json', 'jest.config.js'], [], 'jest'],
    [['package.json', '.mocharc.yml'], [], 'mocha'],
    [['package.json'], [], 'node:test'],
    [['package.json', 'bun.lock'], [], 'bun'],
    [['package.json', 'pyproject.toml'], ['jest'], 'jest'],
    [['pyproject.toml'], undefined, 'pytest'],
    [['requirements-dev.txt'], undefined, 'pytest'],
    [['go.mod'], undefined, 'go'],
    [['Cargo.toml'], undefined, 'cargo'],
    [['pom.xml'], undefined, 'maven'],
    [['build.gradle.kts'], undefined, 'gradle'],
    [['package.json', 'pyproject.toml'], [], 'pytest'],
    [['package.json', 'go.mod'], ['prettier'], 'go'],
    [['package.json', 'build.gradle'], [], 'gradle'],
    [['package.json'], ['jest-cli'], 'jest'],
    [['package.json'], ['react', 'react-scripts'], 'jest'],
  ] as const)('chooses for %j with %j: %s', (entries, names, expected) => {
    const manifest = names && { ...none, dependencies: new Set<string>(names) };
    expect(chooseRunner({ entries: new Set(entries), manifest })).toBe(expected);
  });

  it.each([
    ['node --test', ['go.mod'], 'node:test'],
    ['c8 node --import tsx --test src', [], 'node:test'],
    ['echo "Error: no test specified" && exit 1', [], 'node:test'],
    ['echo "Error: no test specified" && exit 1', ['go.mod'], 'go'],
    ['vitest run', [], 'vitest'],
    ['NODE_ENV=test npx mocha --exit', ['requirements.txt'], 'mocha'],
    ['bun test', [], 'bun'],
    ['npm run lint && npm run test:unit', [], 'jest'],
  ] as const)('chooses for the script %j and %j: %s', (test, others, expected) => {
    const manifest = { ...none, scripts: { test, lint: 'oxlint', 'test:unit': 'jest --ci' } };
    expect(chooseRunner({ entries: new Set(['package.json', ...others]), manifest })).toBe(expected);
  });

  it.each([
    ['npm run test', []],
    ['turbo run test', ['bun.lock']],
    ['node test.js', []],
  ])('knows no runner for the script %j and %j', (test, others) => {
    const choose = (): unknown =>
      chooseRunner({ entries: new Set(['package.json', ...others]), manifest: { ...none, scripts: { test } } });
    expect(choose).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
  });

  it('chooses of two runners the one that the script runs', () => {
    const manifest = { ...none, scripts: { test: 'mocha' }, dependencies: new Set(['vitest', 'mocha']) };
    expect(chooseRunner({ entries: new Set(['package.json']), manifest })).toBe('mocha');
  });

  it.each([
    [
      ['ava'],
      { test: 'ava --verbose' },
      'its package.json names ava, and its script "test" runs "ava --verbose", which',
    ],
    [['ava'], { test: 'ava' }, 'Run it with runPackageCommand and command "test".'],
    [['tap'], {}, 'Add a script "test" to package.json, and run it with runPackageCommand'],
    [[], { test: 'turbo test' }, 'its script "test" runs "turbo test", which is not Vitest'],
  ] as const)('names %j and %j as unknown, with the fix', (names, scripts, message) => {
    const manifest = { ...none, scripts, dependencies: new Set<string>(names) };
    const choose = (): unknown => chooseRunner({ entries: new Set(['package.json']), manifest });
    expect(choose).toThrow(expect.objectContaining({ code: 'NOT_FOUND', message: expect.stringContaining(message) }));
    expect(choose).toThrow('No test runner is known');
  });

  it('starts Jest with react-scripts where a package has no other Jest', () => {
    const manifest = { ...none, dependencies: new Set(['react-scripts']) };
    expect(usesReactScripts(manifest)).toBe(true);
    expect(usesReactScripts({ ...none, dependencies: new Set(['react-scripts', 'jest']) })).toBe(false);
    const options = { testPattern: undefined, coverage: false, usesReactScripts: true };
    const command = toTestCommand('jest', options);
    expect([command.program, ...command.args('/reports')].slice(0, 4)).toEqual([
      './node_modules/.bin/react-scripts',
      'test',
      '--watchAll=false',
      '--ci',
    ]);
  });

  it('rejects a checkout without a known project', () => {
    expect(() => chooseRunner({ entries: new Set(['README.md']), manifest: undefined })).toThrow('No test runner');
  });

  it.each([
    ['vitest', 'a.test.ts', ['a.test.ts']],
    ['vitest', 'adds', ['-t', 'adds']],
    ['mocha', 'adds', ['--grep', 'adds']],
    ['vitest', 'GET /users', ['-t', 'GET /users']],
    ['go', 'TestAdd/zero', ['-run', 'TestAdd/zero', './...']],
    ['go', 'example.com/m/calc', ['test', '-json', 'example.com/m/calc']],
    ['pytest', 'tests/test_a.py', ['tests/test_a.py']],
    ['pytest', 'adds', ['-k', 'adds']],
    ['go', './pkg/...', ['test', '-json', './pkg/...']],
    ['go', 'TestAdd', ['-run', 'TestAdd', './...']],
    ['maven', 'MathTest', ['-Dtest=MathTest', 'test']],
    ['gradle', 'MathTest', ['--tests', 'MathTest']],
    ['cargo', 'adds', ['--no-fail-fast', 'adds']],
  ] as const)('%s selects %s by %j', (runner, testPattern, expected) => {
    const args = toTestCommand(runner, { testPattern, coverage: false }).args('/reports');
    expect(args.slice(-expected.length)).toEqual(expected);
  });
});
