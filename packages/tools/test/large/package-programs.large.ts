import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCommands } from '../../src/development/create-commands.ts';
import { runPackageCommand } from '../../src/development/run-package-command.ts';
import { runTests } from '../../src/development/run-tests.ts';
import { createBwrap } from '../../src/process/isolation/bwrap.ts';
import { findIsolator, findProgram } from '../../src/process/isolation/find-isolator.ts';
import type { Isolator } from '../../src/process/isolation/isolator.ts';
import { createUnshare } from '../../src/process/isolation/unshare.ts';
import { git } from '../../src/testing/start-git-server.ts';
import { startTestServer } from '../../src/testing/start-test-server.ts';
import { createCheckout } from '../support/create-checkout.ts';

const searchPath = process.env['PATH'] ?? '';
const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** The folders of the programs. The package of yarn 4 has its program without permission to execute it. */
const toolchains = { yarn1: join(packages, 'yarn'), yarn4: '', bun: join(packages, '@oven/bun-linux-x64') };

beforeAll(async () => {
  toolchains.yarn4 = await mkdtemp(join(tmpdir(), 'shipmate-yarn-'));
  await mkdir(join(toolchains.yarn4, 'bin'));
  await copyFile(join(packages, '@yarnpkg/cli-dist/bin/yarn.js'), join(toolchains.yarn4, 'bin/yarn'));
});
afterAll(() => rm(toolchains.yarn4, { recursive: true }));

it('bubblewrap is the strictest isolator of this machine', async () => {
  await expect(findIsolator({ searchPath, tempRoot: tmpdir() })).resolves.toMatchObject({ isolation: 'bwrap' });
});

const bubblewrap = createBwrap((await findProgram('bwrap', searchPath)) ?? '/usr/bin/bwrap');
const isolators = [bubblewrap, createUnshare((await findProgram('unshare', searchPath)) ?? '/usr/bin/unshare')];

/** A checkout and the tools that work in it with one of the programs. */
async function open(isolator: Isolator, program: keyof typeof toolchains, files: Readonly<Record<string, string>>) {
  const environment = { PATH: searchPath, COMMAND_TIMEOUT_SECONDS: 60, COMMAND_TOOLCHAINS: [toolchains[program]] };
  const commands = createCommands({ environment, isolator });
  const checkout = await createCheckout(files);
  const { ports, ...rest } = checkout.context;
  const context = { ...rest, ports: { ...ports, commands } };
  const install = async (input: Partial<Parameters<typeof runPackageCommand.execute>[0]> = {}) =>
    runPackageCommand.execute({ command: 'install', ...input }, context);
  return {
    ...checkout,
    context,
    install,
    async [Symbol.asyncDispose]() {
      await commands.close();
      await checkout[Symbol.asyncDispose]();
    },
  };
}

/** Returns the names of the files that code of the checkout left. */
async function findTraces(folder: string): Promise<readonly string[]> {
  const all = await readdir(folder, { recursive: true });
  return all.filter((path) => /(?:^|\/)ran-/.test(path)).map((path) => path.replace(/.*\//, ''));
}

const toScripts = (name: string) => ({
  preinstall: `touch "$INIT_CWD/ran-${name}"`,
  postinstall: `touch "$INIT_CWD/ran-${name}"`,
  prepare: `touch "$INIT_CWD/ran-${name}"`,
});
const manifest = {
  name: 'shop',
  private: true,
  scripts: toScripts('own'),
  dependencies: { scripted: 'file:./scripted' },
  dependenciesMeta: { scripted: { built: true } },
  trustedDependencies: ['scripted'],
};
const sample = {
  'package.json': JSON.stringify(manifest),
  'scripted/package.json': JSON.stringify({ name: 'scripted', version: '1.0.0', scripts: toScripts('dependency') }),
};
const hostile = {
  'ran.cjs': 'require("node:fs").writeFileSync("ran-settings", "")\n',
  'yarn.config.cjs': 'require("node:fs").writeFileSync("ran-constraints", "")\n',
  '.pnp.cjs': 'require("node:fs").writeFileSync("ran-resolver", "")\n',
  '.yarnrc': 'yarn-path "./ran.cjs"\nignore-scripts false\n--install.ignore-scripts false\n',
  '.npmrc': 'ignore-scripts=false\nnode-options=--require ./ran.cjs\n',
  '.env': 'BUN_OPTIONS=--preload ./ran.cjs\nNODE_OPTIONS=--require ./ran.cjs\n',
  '.env.yarn': 'NODE_OPTIONS=--require ./ran.cjs\nYARN_ENABLE_SCRIPTS=true\n',
  'bunfig.toml': 'preload = ["./ran.cjs"]\n[test]\npreload = ["./ran.cjs"]\n',
};
const yarnSettings =
  'nodeLinker: node-modules\nyarnPath: ./ran.cjs\nenableScripts: true\nenableConstraintsChecks: true\n';

const managers = [
  { program: 'yarn1', name: 'yarn 1', files: { 'yarn.lock': '' } },
  { program: 'yarn1', name: 'yarn 1 with settings of yarn 4', files: { '.yarnrc.yml': yarnSettings, 'yarn.lock': '' } },
  { program: 'yarn4', name: 'yarn 4', files: { '.yarnrc.yml': yarnSettings, 'yarn.lock': '' } },
  { program: 'yarn4', name: 'yarn 4 without settings', files: { 'yarn.lock': '' } },
  { program: 'bun', name: 'bun', files: {} },
] as const;

it.each(managers.filter(({ name }) => !/with/.test(name)))(
  '$name runs install scripts that are allowed',
  async ({ program }) => {
    const linker = program === 'yarn4' ? { '.yarnrc.yml': 'nodeLinker: node-modules\n' } : {};
    await using shop = await open(bubblewrap, program, { ...sample, ...linker });
    const manager = program === 'bun' ? 'bun' : 'yarn';
    expect(await shop.install({ manager, allowScripts: true })).toMatchObject({ succeeded: true });
    expect(new Set(await findTraces(shop.folder))).toEqual(new Set(['ran-own', 'ran-dependency']));
  },
);

describe.each(isolators)('under $isolation', (isolator) => {
  it.each(managers)('$name installs without running code of the repository', async ({ program, files }) => {
    await using shop = await open(isolator, program, { ...sample, ...hostile, ...files });
    const manager = program === 'bun' ? 'bun' : 'yarn';
    const result = await shop.install({ manager });
    expect(result).toMatchObject({ succeeded: true, exitCode: 0, isolation: isolator.isolation, network: false });
    expect(await findTraces(shop.folder)).toEqual([]);
  });

  it('yarn 1 runs no script of a package from git', async () => {
    await using shop = await open(isolator, 'yarn1', { 'yarn.lock': '', 'remote/package.json': '' });
    const remote = join(shop.folder, 'remote');
    const ran = join(shop.folder, 'ran-git');
    const scripts = { prepare: `touch ${ran}`, prepublish: `touch ${ran}`, postinstall: `touch ${ran}` };
    await writeFile(join(remote, 'package.json'), JSON.stringify({ name: 'remote', version: '1.0.0', scripts }));
    await git(remote, 'init', '--quiet');
    await git(remote, 'add', '.');
    await git(remote, 'commit', '--quiet', '-m', 'Add the package');
    const dependencies = { remote: `git+file://${remote}/.git` };
    await writeFile(join(shop.folder, 'package.json'), JSON.stringify({ name: 'shop', dependencies }));
    expect(await shop.install()).toMatchObject({ succeeded: true, manager: 'yarn' });
    expect(existsSync(join(shop.folder, 'node_modules/remote/package.json'))).toBe(true);
    expect(await findTraces(shop.folder)).toEqual([]);
  });

  it.each([
    ['git+https://127.0.0.1:1/remote.git', "doesn't match any of the patterns in 'approvedGitRepositories'"],
    ['exec:./ran.cjs', 'all scripts have been disabled'],
  ])('yarn 4 installs no package from %s', async (remote, message) => {
    await using shop = await open(isolator, 'yarn4', {
      ...hostile,
      '.yarnrc.yml': `${yarnSettings}approvedGitRepositories: ["**"]\n`,
      'package.json': JSON.stringify({ name: 'shop', dependencies: { remote } }),
      'yarn.lock': '',
    });
    expect(await shop.install()).toMatchObject({ succeeded: false, output: expect.stringContaining(message) });
    expect(await findTraces(shop.folder)).toEqual([]);
  });

  it('yarn 4 writes yarn.lock with "install" and checks it with "ci"', async () => {
    await using shop = await open(isolator, 'yarn4', { ...sample, 'yarn.lock': '' });
    const refused = await shop.install({ command: 'ci' });
    expect(refused).toMatchObject({ succeeded: false, output: expect.stringContaining('YN0028') });
    expect(await shop.install()).toMatchObject({ succeeded: true });
    expect(await shop.read('yarn.lock')).toContain('scripted@file:./scripted');
    expect(await shop.install({ command: 'ci' })).toMatchObject({ succeeded: true });
  });

  it("yarn 4 runs tests and scripts with Plug'n'Play", async () => {
    const runner = `#!/usr/bin/env node
const { writeFileSync } = require('node:fs');
const { value } = require('scripted');
const report = { testResults: [{ name: 'a', assertionResults: [{ fullName: String(value), status: 'passed' }] }] };
writeFileSync(process.argv.find((arg) => arg.startsWith('--outputFile.json=')).split('=')[1], JSON.stringify(report));
`;
    const vitest = { name: 'vitest', version: '1.0.0', bin: './run.js', dependencies: { scripted: '*' } };
    const scripts = { show: 'node -p "require(\'scripted\').value"' };
    const { name, dependencies } = manifest;
    await using shop = await open(isolator, 'yarn4', {
      'package.json': JSON.stringify({ name, scripts, dependencies }),
      'scripted/package.json': JSON.stringify({ name: 'scripted', version: '1.0.0' }),
      'scripted/index.js': 'exports.value = 42;\n',
      'runner/package.json': JSON.stringify(vitest),
      'runner/run.js': runner,
      'a.test.js': "require('node:test').test('finds its package', () => require('scripted').value);\n",
      '.yarnrc.yml': 'nodeLinker: pnp\n',
      'yarn.lock': '',
    });
    expect(await shop.install()).toMatchObject({ succeeded: true });
    expect(existsSync(join(shop.folder, 'node_modules'))).toBe(false);
    expect(await shop.install({ command: 'show' })).toMatchObject({ succeeded: true, output: '42' });
    const tested = await runTests.execute({ testPattern: 'finds' }, shop.context);
    expect(tested).toMatchObject({ status: 'passed', runner: 'node:test', passed: 1, failed: 0 });
    const withRunner = { ...dependencies, vitest: 'file:./runner' };
    const resolutions = { scripted: 'file:./scripted' };
    await writeFile(join(shop.folder, 'package.json'), JSON.stringify({ name, dependencies: withRunner, resolutions }));
    expect(await shop.install()).toMatchObject({ succeeded: true });
    const named = await runTests.execute({}, shop.context);
    expect(named).toMatchObject({ status: 'passed', runner: 'vitest', total: 1, exitCode: 0 });
    expect(named.command.slice(0, 4)).toEqual(['yarn', 'run', '-B', 'vitest']);
  });

  it('bun reports its tests, and reaches no server of the host', async () => {
    await using server = await startTestServer((_request, response) => response.end('reached'));
    await using shop = await open(isolator, 'bun', {
      'package.json': '{"scripts":{"test":"bun test"}}',
      'src/sum.ts': 'export const sum = (a: number, b: number): number => a + b;\n',
      'src/sum.test.ts': `import { describe, expect, test } from 'bun:test';
import { sum } from './sum.ts';
describe('sum', () => {
  test('adds', () => expect(sum(1, 2)).toBe(3));
  test('fails', () => { expect(sum(1, 2)).toBe(4); });
  test.skip('skips', () => {});
});
`,
      'src/host.test.ts': `import { expect, test } from 'bun:test';
test('reaches no host', () => expect(fetch('${server.url}')).rejects.toThrow());
`,
    });
    const { isolation } = isolator;
    expect(await runTests.execute({}, shop.context)).toMatchObject({
      status: 'failed',
      runner: 'bun',
      isolation,
      network: false,
      exitCode: 1,
      notes: [],
      total: 4,
      passed: 2,
      failed: 1,
      skipped: 1,
      failures: [{ file: 'src/sum.test.ts', name: 'fails', at: expect.stringMatching(/^src\/sum\.test\.ts:5:\d+$/) }],
    });
    expect(server.paths).toEqual([]);
    const passed = await runTests.execute({ testPattern: 'adds', coverage: true }, shop.context);
    expect(passed).toMatchObject({ status: 'passed', passed: 1, failed: 0, coverage: { lines: 100 }, exitCode: 0 });
    expect(passed.command).toContain('--coverage-dir=');
    for (const testPattern of ['src/absent.test.ts', 'no such test']) {
      expect(await runTests.execute({ testPattern }, shop.context)).toMatchObject({ status: 'no_tests', exitCode: 1 });
    }
  });

  it('no process of bun survives the end of the call', async () => {
    const seconds = `39${process.pid}`;
    await using shop = await open(isolator, 'bun', {
      'package.json': '{"scripts":{"test":"bun test"}}',
      'a.test.ts': `import { test } from 'bun:test';
test('waits', async () => {
  Bun.spawn(['setsid', 'sleep', '${seconds}']);
  console.log('begun');
  await new Promise(() => {});
}, 600_000);
`,
    });
    const controller = new AbortController();
    const report = (text: string): void => {
      if (text.includes('begun')) controller.abort();
    };
    const call = runTests.execute({}, { ...shop.context, signal: controller.signal, report });
    await expect(call).rejects.toMatchObject({ code: 'ABORTED' });
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
    expect(lines.filter((line) => line.includes(seconds))).toEqual([]);
  });
});
