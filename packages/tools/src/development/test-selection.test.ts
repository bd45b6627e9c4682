import process from 'node:process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCheckout, type CreatedCheckout } from '../../test/support/create-checkout.ts';
import type { TestRunner } from './choose-runner.ts';
import { createCommands } from './create-commands.ts';
import { runTests } from './run-tests.ts';
import { toTestCommand } from './test-runners.ts';
import { findTestFiles } from './test-selection.ts';

const files = {
  'package.json': '{"type":"module"}',
  'src/math.js': '',
  'test/math.test.js': '',
  'test/deep/text.test.js': '',
  'src/app/[id].test.js': '',
  '--import=evil.test.js': '',
  'node_modules/a/test/a.test.js': '',
  'calc/calc.go': '',
  'calc/calc_test.go': '',
  'calc/deep/deep_test.go': '',
  'main_test.go': '',
  'tests/adds.rs': '',
  'tests/big/main.rs': '',
  'crates/a/tests/subtracts.rs': '',
  'src/text/mod.rs': '',
  'src/lib.rs': '',
  'src/test/java/com/x/FooTest.java': '',
  'src/test/java/com/x/y/BarTest.kt': '',
  'src/main/java/com/x/Foo.java': '',
  'test_a.py': '',
  'py/test_b.py': '',
  'py/b_test.py': '',
};

let checkout: CreatedCheckout;
beforeAll(async () => {
  checkout = await createCheckout(files);
});
afterAll(() => checkout[Symbol.asyncDispose]());

async function select(runner: TestRunner, testPattern: string): Promise<readonly string[]> {
  const { ports, ...context } = checkout.context;
  const { signal } = context;
  const opened = await ports.checkouts.open(context);
  const found = await findTestFiles(opened.files, {
    runner,
    pattern: testPattern,
    checkout: opened,
    within: '',
    signal,
  });
  const all = toTestCommand(runner, { testPattern: undefined, coverage: false }).args('/reports');
  const args = toTestCommand(runner, { testPattern, files: found, coverage: false }).args('/reports');
  return args.filter((arg) => !all.includes(arg));
}

it.each([
  ['vitest', 'test/*.test.js', ['test/math.test.js']],
  ['bun', 'test/*.test.js', ['test/math.test.js']],
  ['jest', 'test/*.test.js', ['test/math.test.js']],
  ['jest', 'src/app/[id].test.js', ['src/app/.id..test.js']],
  ['jest', 'adds (one)', ['-t', 'adds \\(one\\)|adds (one)']],
  ['vitest', '1 + 1 = [2', ['-t', '1 \\+ 1 = \\[2']],
  ['vitest', '^adds|subtracts$', ['-t', '\\^adds\\|subtracts\\$|^adds|subtracts$']],
  ['vitest', 'Cart.add', ['-t', 'Cart.add']],
  ['vitest', 'checks/missing', ['checks/missing']],
  ['pytest', 'test_adds[a b[c]]', ['-k', 'test_adds[a and b[c]]']],
  ['pytest', "test_größe[x='1']", ['-k', 'test_größe[x and 1 and ]']],
  ['pytest', 'adds and not slow', ['-k', 'adds and not slow']],
  ['go', 'TestAdd/1+1/(two)', ['-run', 'TestAdd/(?:1\\+1|1+1)/(?:\\(two\\)|(two))']],
  ['pytest', 'test_*.py', ['./test_a.py', './py/test_b.py']],
  ['pytest', 'test_b.py', ['./py/test_b.py']],
  ['pytest', 'py', ['py']],
  ['pytest', 'py/', ['py/']],
  ['pytest', 'test_a.py::test_one', ['test_a.py::test_one']],
  ['pytest', 'Group::test_one', ['-k', 'Group::test_one']],
  ['node:test', 'test/math.test.js', ['./test/math.test.js']],
  ['node:test', 'math.test.js', ['./test/math.test.js']],
  ['node:test', 'test/', ['./test/math.test.js', './test/deep/text.test.js']],
  ['node:test', 'test', ['./test/math.test.js', './test/deep/text.test.js']],
  ['node:test', './test/deep', ['./test/deep/text.test.js']],
  ['node:test', 'deep/te', ['./test/deep/text.test.js']],
  ['node:test', 'test/*.test.js', ['./test/math.test.js']],
  ['node:test', 'test/**/*.test.js', ['./test/math.test.js', './test/deep/text.test.js']],
  ['node:test', 'src/math.js', ['./src/math.js']],
  ['node:test', 'src/app/[id].test.js', ['./src/app/?id?.test.js']],
  ['node:test', 'evil.test.js', ['--test-name-pattern=evil.test.js']],
  ['node:test', '*evil.test.js', ['./--import=evil.test.js']],
  ['node:test', 'math', ['--test-name-pattern=math']],
  ['node:test', 'GET /users', ['--test-name-pattern=GET /users']],
  ['node:test', 'adds 1/2', ['--test-name-pattern=adds 1/2']],
  ['node:test', '../outside', ['--test-name-pattern=../outside']],
  ['mocha', 'math.test.js', ['./test/math.test.js']],
  ['mocha', 'GET /users', ['--grep', 'GET /users']],
  ['vitest', 'GET /users', ['-t', 'GET /users']],
  ['vitest', 'test', ['test']],
  ['jest', 'test/math.test.js', ['test/math.test.js']],
  ['pytest', 'tests/test_a.py::test_b', ['tests/test_a.py::test_b']],
  ['go', 'calc/calc_test.go', ['./calc']],
  ['go', 'calc/calc.go', ['./calc']],
  ['go', 'deep_test.go', ['./calc/deep']],
  ['go', 'main_test.go', ['./']],
  ['go', 'calc', ['./calc']],
  ['go', 'TestAdd/zero', ['-run', 'TestAdd/zero']],
  ['cargo', 'tests/adds.rs', ['--test', 'adds']],
  ['cargo', 'tests/big/main.rs', ['--test', 'big']],
  ['cargo', 'subtracts.rs', ['--manifest-path', 'crates/a/Cargo.toml', '--test', 'subtracts']],
  ['cargo', 'src/text/mod.rs', ['text::']],
  ['cargo', 'src/lib.rs', ['--lib']],
  ['cargo', 'text::adds', ['text::adds']],
  ['maven', 'src/test/java/com/x/FooTest.java', ['-Dtest=FooTest']],
  ['maven', 'com/x', ['-Dtest=FooTest,BarTest']],
  ['maven', 'FooTest#adds*', ['-Dtest=FooTest#adds*']],
  // https://maven.apache.org/surefire/maven-surefire-plugin/test-mojo.html#test
  ['maven', 'adds', ['-Dtest=#adds']],
  ['maven', 'adds(int)[1]', ['-Dtest=#adds']],
  ['maven', 'com.x.FooTest', ['-Dtest=com.x.FooTest']],
  ['gradle', 'src/test/java/com/x/FooTest.java', ['--tests', 'com.x.FooTest']],
  ['gradle', 'BarTest.kt', ['--tests', 'com.x.y.BarTest']],
  ['gradle', 'com.x.FooTest', ['--tests', 'com.x.FooTest']],
] as const)('%s selects by the pattern %j: %j', async (runner, testPattern, expected) => {
  expect(await select(runner, testPattern)).toEqual(expected);
});

it('refuses to name more files than a command can', async () => {
  const names = Array.from({ length: 1_001 }, (_, index) => `test/n${index}.test.js`);
  await using large = await createCheckout(Object.fromEntries(names.map((name) => [name, ''])));
  const { ports, ...context } = large.context;
  const opened = await ports.checkouts.open(context);
  const options = { pattern: 'test/', checkout: opened, within: '', signal: context.signal };
  await expect(findTestFiles(opened.files, { runner: 'node:test', ...options })).rejects.toMatchObject({
    code: 'PAYLOAD_TOO_LARGE',
    message: expect.stringContaining('1001 files'),
    details: { field: 'testPattern' },
  });
  expect(await findTestFiles(opened.files, { runner: 'vitest', ...options })).toHaveLength(1_001);
});

it('many asterisks in a pattern take no time', async () => {
  expect(await select('node:test', `${'*t'.repeat(240)}/x`)).toHaveLength(1);
});

it('runs the tests of Python beside files that cannot be loaded', () => {
  // https://docs.pytest.org/en/stable/reference/reference.html#command-line-flags
  const command = toTestCommand('pytest', { testPattern: undefined, coverage: false });
  expect(command.args('/reports').at(-1)).toBe('--continue-on-collection-errors');
});

describe('runTests with node:test', () => {
  const { PATH } = process.env;
  const commands = createCommands({ environment: { PATH, ALLOW_UNSANDBOXED_CODE: true } });
  afterAll(() => commands.close());
  const created: CreatedCheckout[] = [];
  afterEach(async () => {
    for (const each of created.splice(0)) await each[Symbol.asyncDispose]();
  });

  it.each([
    ['test/', 3],
    ['a.test.js', 1],
    ['test/[b].test.js', 1],
    ['GET /users', 1],
    ['1 + 1 = (2)', 1],
    ['^adds$|users', 2],
    ['test/missing.test.js', 0],
  ])('runs the tests of %j', async (testPattern, total) => {
    const other = await createCheckout({
      'package.json': '{"type":"module"}',
      'test/a.test.js': "import { test } from 'node:test';\ntest('adds', () => {});\n",
      'test/[b].test.js': "import { test } from 'node:test';\ntest('GET /users', () => {});\n",
      'test/c.test.js': "import { test } from 'node:test';\ntest('1 + 1 = (2)', () => {});\n",
    });
    created.push(other);
    const { ports, ...rest } = other.context;
    const result = await runTests.execute({ testPattern }, { ...rest, ports: { ...ports, commands } });
    expect(result).toMatchObject({ total, passed: total, status: total === 0 ? 'no_tests' : 'passed' });
  });

  it('shows the name of a failure as it selects the test', async () => {
    const name = 'adds "1" & <2> (größe)';
    const other = await createCheckout({
      'package.json': '{"type":"module"}',
      'test/a.test.js': `import { test } from 'node:test';\ntest('${name}', () => { throw new Error('x'); });\ntest('b', () => {});\n`,
    });
    created.push(other);
    const { ports, ...rest } = other.context;
    const context = { ...rest, ports: { ...ports, commands } };
    const { failures } = await runTests.execute({}, context);
    expect(failures.map((failure) => failure.name)).toEqual([name]);
    expect(await runTests.execute({ testPattern: failures[0]?.name }, context)).toMatchObject({ total: 1, failed: 1 });
  });
});
