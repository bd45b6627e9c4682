import { chmod, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import type { ToolContext } from '@shipmate/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCheckout, type CreatedCheckout } from '../../test/support/create-checkout.ts';
import type { DevelopmentPorts } from './command-port.ts';
import { createCommands } from './create-commands.ts';
import { runPackageCommand } from './run-package-command.ts';
import { runTests } from './run-tests.ts';
import { findInstalled, openWorkingFolder } from './working-folder.ts';

const { PATH } = process.env;
const commands = createCommands({ environment: { PATH, ALLOW_UNSANDBOXED_CODE: true } });
afterAll(() => commands.close());

const report = JSON.stringify({
  testResults: [{ name: 'a', status: 'passed', assertionResults: [{ fullName: 'adds', status: 'passed' }] }],
});
const vitest = `#!/bin/sh
pwd; for arg; do case "$arg" in --outputFile.json=*) echo '${report}' > "\${arg#*=}";; esac; done
`;

let checkout: CreatedCheckout;
let context: ToolContext<DevelopmentPorts>;
beforeAll(async () => {
  checkout = await createCheckout({
    'package.json': '{"scripts":{"where":"echo root"}}',
    'package-lock.json': '{}',
    'node_modules/.bin/vitest': vitest,
    'packages/a/package.json': '{"scripts":{"where":"pwd"},"devDependencies":{"vitest":"5"}}',
    'packages/b/package.json': '{"type":"module"}',
    'packages/b/test/b.test.js': "import { test } from 'node:test';\ntest('adds', () => {});\n",
    'packages/b/other.test.js': "import { test } from 'node:test';\ntest('subtracts', () => {});\n",
    'empty/README.md': '',
  });
  await chmod(join(checkout.folder, 'node_modules/.bin/vitest'), 0o755);
  await symlink('/tmp', join(checkout.folder, 'link'));
  const { ports, ...rest } = checkout.context;
  context = { ...rest, ports: { ...ports, commands } };
});
afterAll(() => checkout[Symbol.asyncDispose]());

it('runTests runs the runner of a workspace package that is installed in the first folder', async () => {
  const result = await runTests.execute({ workingDirectory: 'packages/a' }, context);
  expect(result).toMatchObject({ status: 'passed', runner: 'vitest', total: 1, output: 'packages/a' });
});

it.each(['test/b.test.js', 'packages/b/test/b.test.js', 'test'])(
  'runTests selects by the pattern %s in a folder',
  async (testPattern) => {
    const result = await runTests.execute({ workingDirectory: './packages/b/', testPattern }, context);
    expect(result).toMatchObject({ status: 'passed', runner: 'node:test', total: 1 });
  },
);

it('runPackageCommand runs the script of a workspace package with the manager of the lock file above it', async () => {
  const result = await runPackageCommand.execute({ command: 'where', workingDirectory: 'packages/a' }, context);
  expect(result).toMatchObject({ succeeded: true, manager: 'npm', output: expect.stringContaining('packages/a') });
});

it.each([
  ['missing', 'NOT_FOUND'],
  ['../outside', 'VALIDATION_ERROR'],
  ['/tmp', 'VALIDATION_ERROR'],
  ['.git', 'VALIDATION_ERROR'],
  ['link', 'VALIDATION_ERROR'],
])('the folder %s is refused with %s, which names the field', async (workingDirectory, code) => {
  const expected = {
    code,
    message: expect.stringContaining('workingDirectory'),
    details: { field: 'workingDirectory' },
  };
  await expect(runTests.execute({ workingDirectory }, context)).rejects.toMatchObject(expected);
  const call = runPackageCommand.execute({ command: 'where', workingDirectory }, context);
  await expect(call).rejects.toMatchObject(expected);
});

it('a folder without package.json is named', async () => {
  const call = runPackageCommand.execute({ command: 'where', workingDirectory: 'empty' }, context);
  await expect(call).rejects.toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('"empty"') });
});

it.each([
  ['./node_modules/.bin/vitest', ['yarn', 'run', '-B', 'vitest']],
  ['node', ['yarn', 'node']],
  ['bun', ['bun']],
])("findInstalled starts %s with Plug'n'Play as %j", async (program, start) => {
  await using packed = await createCheckout({ '.pnp.cjs': '', 'package.json': '{}' });
  const { checkouts } = packed.context.ports;
  const { files } = await checkouts.open(packed.context);
  const { signal } = packed.context;
  const folder = await openWorkingFolder(files, { workingDirectory: undefined, signal });
  expect(await findInstalled(files, program, { folder, signal })).toEqual(start);
});

it.each([
  ['..', 'VALIDATION_ERROR'],
  ['./..', 'VALIDATION_ERROR'],
  ['...', 'NOT_FOUND'],
])('does not take the workingDirectory %s for the first folder', async (workingDirectory, code) => {
  const { files } = await context.ports.checkouts.open(context);
  const { signal } = context;
  await expect(openWorkingFolder(files, { workingDirectory, signal })).rejects.toMatchObject({ code });
  await expect(openWorkingFolder(files, { workingDirectory: '././', signal })).resolves.toMatchObject({ path: '' });
});
