import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { runProcess } from '@shipmate/runtime';
import { describe, expect, it } from 'vitest';
import { createTestFolder } from '../../../test/support/test-helm.ts';
import { startTestServer } from '../../../test/support/start-test-server.ts';
import { withSandbox, writeFiles } from '../sandbox.ts';
import { createBwrap } from './bwrap.ts';
import { findIsolator } from './find-isolator.ts';
import type { Isolator } from './isolator.ts';
import { isIsolating } from './trial.ts';
import { unisolated } from './unisolated.ts';
import { createUnshare } from './unshare.ts';

const tempRoot = createTestFolder();
const systemPath = process.env['PATH'] ?? '';
const { signal } = new AbortController();
const run = { helm: '/opt/helm', args: ['template', 'chart'], sandbox: '/tmp/box', maxMemoryBytes: 2_048 };

/** Writes a program into a new folder and returns the folder. */
async function writeProgram(name: string, script: string): Promise<string> {
  const folder = createTestFolder();
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, name), 0o755);
  return folder;
}

/** Creates a program that starts as helm does. */
const createFakeHelm = async (): Promise<string> => join(await writeProgram('helm', 'echo v4.0.0'), 'helm');

describe('arguments', () => {
  it('of bwrap mount system programs, the sandbox and a read-only chart, without any namespace of the host', () => {
    const { file, args } = createBwrap('/usr/bin/bwrap').wrap(run);
    expect([file, ...args].join(' ')).toBe(
      '/usr/bin/bwrap --unshare-all --die-with-parent --ro-bind-try /usr /usr --ro-bind-try /bin /bin ' +
        '--ro-bind-try /sbin /sbin --ro-bind-try /lib /lib --ro-bind-try /lib32 /lib32 --ro-bind-try /lib64 /lib64 ' +
        '--ro-bind-try /nix/store /nix/store --dev /dev --tmpfs /tmp --bind /tmp/box /tmp/box ' +
        '--ro-bind /tmp/box/chart /tmp/box/chart --ro-bind /opt/helm /tmp/box/helm --chdir /tmp/box -- ' +
        '/bin/sh -c ulimit -d "$1" 2>/dev/null || true; shift; exec "$@" sh 2 /tmp/box/helm template chart',
    );
  });

  it('of unshare name new namespaces, the hidden folders and helm', () => {
    const { file, args } = createUnshare('/usr/bin/unshare', ['/tmp', '/home']).wrap(run);
    expect(file).toBe('/usr/bin/unshare');
    expect(args.filter((arg) => !arg.includes('\n')).join(' ')).toBe(
      '--user --map-root-user --net --ipc --mount -- /bin/sh -c sh /tmp/box /opt/helm /tmp /home -- 2 ./helm template chart',
    );
  });
});

describe.runIf(process.platform === 'linux')('findIsolator', () => {
  it('returns none when neither program is on the search path', async () => {
    const options = { helm: await createFakeHelm(), searchPath: '/nowhere:relative', tempRoot };
    await expect(findIsolator(options)).resolves.toMatchObject({ isolation: 'none' });
  });

  it.each([
    ['fails', 'exit 1'],
    ['runs the program without isolating it', 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"'],
  ])('skips a bwrap that %s', async (_name, script) => {
    const searchPath = await writeProgram('bwrap', script);
    const options = { helm: await createFakeHelm(), searchPath, tempRoot };
    await expect(findIsolator(options)).resolves.toMatchObject({ isolation: 'none' });
  });

  it('returns none when helm does not start in isolation', async () => {
    const folder = await writeProgram('helm', 'exec "$(dirname "$(readlink -f "$0")")/real-helm"');
    await writeFile(join(folder, 'real-helm'), '#!/bin/sh\necho v4.0.0\n', { mode: 0o755 });
    const options = { helm: join(folder, 'helm'), searchPath: systemPath, tempRoot };
    await expect(findIsolator(options)).resolves.toMatchObject({ isolation: 'none' });
  });
});

/** Returns the path of a program on `PATH`, so that a bwrap that is not installed can be tested too. */
function locate(name: string): string {
  const paths = systemPath.split(delimiter).map((folder) => join(folder, name));
  return paths.find((path) => existsSync(path)) ?? join('/usr/bin', name);
}

/** Returns the isolators that work on this machine; `none` always does. */
async function listWorking(): Promise<readonly Isolator[]> {
  const helm = await createFakeHelm();
  const known = [createBwrap(locate('bwrap')), createUnshare(locate('unshare'), ['/tmp', '/home', '/root'])];
  const works = await Promise.all(
    known.map((isolator) => isIsolating(isolator, { helm, tempRoot }).catch(() => false)),
  );
  return known.filter((_isolator, index) => works[index]);
}

const working = process.platform === 'linux' ? await listWorking() : [];

/** Runs a program in place of helm. */
async function runProgram(isolator: Isolator, helm: string, args: readonly string[]) {
  return withSandbox(tempRoot, async ({ path, env }) => {
    await writeFiles(join(path, 'chart'), new Map([['Chart.yaml', 'name: shop\n']]));
    const command = isolator.wrap({ helm, args, sandbox: path, maxMemoryBytes: 1_000_000_000 });
    const limits = { timeoutMs: 10_000, maxOutputBytes: 10_000 };
    return runProcess(command.file, command.args, { cwd: path, env, signal, ...limits });
  });
}

/** Runs a script in place of helm and returns its output. */
async function runScript(isolator: Isolator, script: string, args: readonly string[] = []): Promise<string> {
  return (await runProgram(isolator, join(await writeProgram('helm', script), 'helm'), args)).stdout;
}

describe.each(working)('$isolation', (isolator) => {
  it('mounts the chart read-only and the sandbox writable', async () => {
    const script = 'cat chart/Chart.yaml; (: > chart/x) 2>/dev/null || echo read-only; : > "$HOME/x" && echo writable';
    expect(await runScript(isolator, script)).toBe('name: shop\nread-only\nwritable\n');
  });

  it('hides temporary files and home folders of the host', async () => {
    const secret = join(createTestFolder(), 'secret');
    await writeFile(secret, 'secret');
    const script = 'cat "$1" 2>/dev/null || echo hidden; ls /home /root 2>/dev/null | grep -v : ; true';
    expect((await runScript(isolator, script, [secret])).trim()).toBe('hidden');
    expect(await readFile(secret, 'utf8')).toBe('secret');
  });

  it('has no network, not even the loopback of the host', async () => {
    await using server = await startTestServer((_request, response) => response.end());
    const { port } = new URL(server.url);
    const connect = `require('net').connect(${port}, '127.0.0.1').on('connect', () => process.exit(0)).on('error', () => process.exit(9))`;
    expect(await runProgram(unisolated, process.execPath, ['-e', connect])).toMatchObject({ exitCode: 0 });
    expect(await runProgram(isolator, process.execPath, ['-e', connect])).toMatchObject({ exitCode: 9 });
  });

  it('limits the memory of the program', async () => {
    expect((await runScript(isolator, 'ulimit -d')).trim()).toBe('976563');
  });
});

it('unisolated limits the memory of the program', async () => {
  expect((await runScript(unisolated, 'ulimit -d')).trim()).toBe('976563');
});
