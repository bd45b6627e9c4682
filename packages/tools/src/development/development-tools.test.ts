import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import type { ToolContext } from '@shipmate/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCheckout, type CreatedCheckout } from '../../test/support/create-checkout.ts';
import { unisolated } from '../process/isolation/find-isolator.ts';
import type { DevelopmentPorts } from './command-port.ts';
import { commandEnvironmentSchema } from './command-environment.ts';
import { createCommands } from './create-commands.ts';
import { runPackageCommand } from './run-package-command.ts';
import { runTests } from './run-tests.ts';

const environment = { PATH: process.env['PATH'], ALLOW_UNSANDBOXED_CODE: true };
const commands = createCommands({ environment });
afterAll(() => commands.close());

const scripts = { hello: 'printf "%s\\n" "$@"', fail: 'echo broken >&2; exit 3' };
const sample = {
  'package.json': JSON.stringify({ type: 'module', scripts }),
  'src/math.ts': 'export const subtract = (a: number, b: number): number => a + b;\n',
  'test/math.test.ts': [
    "import { describe, it } from 'node:test';",
    "import { equal } from 'node:assert/strict';",
    "import { subtract } from '../src/math.ts';",
    "describe('math', () => {",
    "  it('subtracts', () => equal(subtract(3, 1), 2));",
    "  it('knows zero', () => equal(subtract(0, 0), 0));",
    '});',
    '',
  ].join('\n'),
};

let checkout: CreatedCheckout;
let context: ToolContext<DevelopmentPorts>;
const reported: string[] = [];
beforeAll(async () => {
  checkout = await createCheckout(sample);
  const { ports, ...rest } = checkout.context;
  context = { ...rest, report: (text) => void reported.push(text), ports: { ...ports, commands } };
});
afterAll(() => checkout[Symbol.asyncDispose]());

describe('runTests', () => {
  it('shows a failure with its place, and passes after an edit', async () => {
    const failed = await runTests.execute({ coverage: false }, context);
    expect(failed).toMatchObject({
      status: 'failed',
      runner: 'node:test',
      total: 2,
      passed: 1,
      failed: 1,
      skipped: 0,
      exitCode: 1,
      failures: [{ file: 'test/math.test.ts', name: 'subtracts', at: 'test/math.test.ts:5:25' }],
    });
    expect(reported.join('')).toContain('subtracts');
    const text = runTests.toModel?.(runTests.output.parse(failed)) ?? '';
    expect(text).toMatch(/^Tests failed \(node:test\): 2 in total, 1 passed, 1 failed, 0 skipped\./);
    expect(text).not.toContain(checkout.folder);

    const path = join(checkout.folder, 'src/math.ts');
    await writeFile(path, (await readFile(path, 'utf8')).replace('a + b', 'a - b'));
    const passed = await runTests.execute({ coverage: true }, context);
    expect(passed).toMatchObject({ status: 'passed', total: 2, passed: 2, failed: 0, exitCode: 0, notes: [] });
    expect(passed.coverage?.lines).toBeGreaterThan(50);
  });

  it.each([
    ['test/math.test.ts', { total: 2 }],
    ['zero', { total: 1, passed: 1 }],
  ])('selects by the pattern %s', async (testPattern, counts) => {
    expect(await runTests.execute({ testPattern }, context)).toMatchObject(counts);
  });

  it('does not report a selection without tests as passed', async () => {
    const result = await runTests.execute({ testPattern: 'no such test' }, context);
    expect(result).toMatchObject({ status: 'no_tests', passed: 0, notes: [expect.stringContaining('not a success')] });
  });

  it('refuses watch mode with the reason', async () => {
    const call = runTests.execute({ watch: true }, context);
    await expect(call).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('never ends'),
    });
  });

  it.each(['--test-only', 'a\nb'])('refuses the pattern %j', (testPattern) => {
    expect(runTests.input.safeParse({ testPattern }).success).toBe(false);
  });

  // Node.js 24 reserves half a gigabyte of writable memory for each of its threads, as VmData in /proc/<pid>/status shows.
  it('runs tests that start as many worker threads as large machines have processors', async () => {
    await using other = await createCheckout({
      'package.json': '{"type":"module"}',
      'threads.test.js': `import { test } from 'node:test';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
test('starts threads', async () => {
  const workers = Array.from({ length: 12 }, () => new Worker('setInterval(() => {}, 1000)', { eval: true }));
  await Promise.all(workers.map((worker) => once(worker, 'online')));
  await Promise.all(workers.map((worker) => worker.terminate()));
});
`,
    });
    const { ports, ...rest } = other.context;
    const result = await runTests.execute({}, { ...rest, ports: { ...ports, commands } });
    expect(result).toMatchObject({ status: 'passed', total: 1, passed: 1 });
  });

  it('reports a run of node:test whose failures are all of TODO tests as passed', async () => {
    await using other = await createCheckout({
      'package.json': '{"type":"module"}',
      'todo.test.js': `import { describe, test } from 'node:test';
const fail = () => { throw new Error('not yet'); };
test('adds', () => {});
test('waits', { todo: true }, fail);
describe('group', () => test.todo('waits for a reason', fail));
`,
    });
    const { ports, ...rest } = other.context;
    const result = await runTests.execute({}, { ...rest, ports: { ...ports, commands } });
    expect(result).toMatchObject({ status: 'passed', exitCode: 0, total: 3, passed: 1, failed: 0, skipped: 2 });
  });

  it('names the installation when the runner is missing', async () => {
    await using other = await createCheckout({ 'package.json': '{"devDependencies":{"vitest":"5"}}' });
    const { ports, ...rest } = other.context;
    const call = runTests.execute({}, { ...rest, ports: { ...ports, commands } });
    await expect(call).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('runPackageCommand'),
    });
  });

  it('reports a runner that writes no report as crashed', async () => {
    await using other = await createCheckout({
      'package.json': '{"devDependencies":{"vitest":"5"}}',
      'node_modules/.bin/vitest': '#!/bin/sh\necho "no config" >&2\nexit 1\n',
    });
    const { ports, ...rest } = other.context;
    const contextOf = { ...rest, ports: { ...ports, commands } };
    const program = join(other.folder, 'node_modules/.bin/vitest');
    await chmod(program, 0o755);
    const result = await runTests.execute({}, contextOf);
    expect(result).toMatchObject({
      status: 'crashed',
      exitCode: 1,
      output: '[stderr]\nno config',
      notes: [expect.any(String)],
    });
    expect(runTests.isFailure?.(runTests.output.parse(result))).toBe(true);
  });
});

describe('runPackageCommand', () => {
  it('runs a script with its arguments and returns its end', async () => {
    const result = await runPackageCommand.execute({ command: 'hello', args: ['--flag', '$(id); *'] }, context);
    expect(result).toMatchObject({ succeeded: true, manager: 'npm', exitCode: 0 });
    expect(result.command).toEqual(['npm', 'run', 'hello', '--', '--flag', '$(id); *']);
    expect(result.output).toContain('\n--flag\n$(id); *');
  });

  it('reports another exit code as a failure', async () => {
    const result = await runPackageCommand.execute({ command: 'fail' }, context);
    expect(result).toMatchObject({ succeeded: false, exitCode: 3 });
    expect(result.output).toContain('[stderr]\nbroken');
    expect(runPackageCommand.isFailure?.(runPackageCommand.output.parse(result))).toBe(true);
  });

  it.each([
    ['yarn', '.yarnrc.yml', 'plugins: [./evil.cjs]'],
    ['yarn', '.yarnrc.yml', '"\\x70lugins": [./evil.cjs]'],
    ['bun', 'bunfig.toml', '[install.security]\nscanner = "./evil.ts"'],
  ] as const)('%s does not install with %s that has %j', async (manager, file, text) => {
    await using other = await createCheckout({ 'package.json': '{}', [file]: text });
    const { ports, ...rest } = other.context;
    const call = runPackageCommand.execute({ manager, command: 'install' }, { ...rest, ports: { ...ports, commands } });
    await expect(call).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining(file),
      details: { field: 'allowScripts' },
    });
  });

  it('says that a program is not installed', async () => {
    const missing = commands.run(
      { folder: checkout.folder, program: 'no-such-program', args: () => [] },
      { principal: context.principal, signal: context.signal },
    );
    await expect(missing).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('COMMAND_TOOLCHAINS'),
    });
  });
});

it('code of a repository is refused without a sandbox, and runs when the operator allows it', async () => {
  const request = { folder: checkout.folder, program: 'node', args: () => ['-e', 'console.log(1)'] };
  const options = { principal: context.principal, signal: context.signal };
  const refused = createCommands({ environment: { PATH: '/nowhere' }, isolator: unisolated }).run(request, options);
  await expect(refused).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('ALLOW_UNSANDBOXED_CODE'),
  });
  const allowed = createCommands({ environment: { ALLOW_UNSANDBOXED_CODE: true }, isolator: unisolated });
  expect(await allowed.run(request, options)).toMatchObject({
    exitCode: 0,
    stdout: '1\n',
    isolation: 'none',
    network: true,
  });
});

// npm removes node_modules before it downloads packages: docs.npmjs.com/cli/v11/commands/npm-ci.
it('npm ci is not started without the network, and the installed packages stay', async () => {
  const sandboxed = createCommands({ environment: {} });
  await using shop = await createCheckout({ 'package.json': '{}', 'node_modules/left/package.json': '{}' });
  const ports = { ...shop.context.ports, commands: sandboxed };
  const call = runPackageCommand.execute({ manager: 'npm', command: 'ci' }, { ...shop.context, ports });
  await expect(call).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('COMMAND_NETWORK=install'),
  });
  expect(await readFile(join(shop.folder, 'node_modules/left/package.json'), 'utf8')).toBe('{}');
  await sandboxed.close();
});

it('names, defaults and enums are those of source 3', () => {
  expect(Object.keys(runTests.input.shape)).toEqual(['testPattern', 'watch', 'coverage', 'workingDirectory']);
  expect(runTests.input.parse({})).toEqual({ watch: false, coverage: false });
  expect(Object.keys(runPackageCommand.input.shape)).toEqual([
    'manager',
    'command',
    'args',
    'allowScripts',
    'workingDirectory',
  ]);
  expect(runPackageCommand.input.shape.manager.unwrap().options).toEqual(['npm', 'yarn', 'pnpm', 'bun']);
  expect([runTests.effect, runPackageCommand.worstEffect]).toEqual(['write', 'destructive']);
  const effectOf = runPackageCommand.effect as (input: object) => string;
  expect(effectOf({ command: 'build', allowScripts: true })).toBe('write');
  expect(effectOf({ command: 'install' })).toBe('write');
  expect(effectOf({ command: 'install', allowScripts: true })).toBe('destructive');
});

it.each([
  [{ COMMAND_TOOLCHAINS: '/opt/a:/opt/b' }, true],
  [{ COMMAND_TOOLCHAINS: 'relative' }, false],
  [{ COMMAND_NETWORK: 'some' }, false],
  [{ COMMAND_TIMEOUT_SECONDS: '0' }, false],
  [{ COMMAND_MEMORY_MB: '63' }, false],
])('the environment %j is valid: %s', (variables, isValid) => {
  expect(commandEnvironmentSchema.safeParse(variables).success).toBe(isValid);
});
