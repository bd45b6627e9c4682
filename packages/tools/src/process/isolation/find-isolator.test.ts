import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { runProcess } from '@shipmate/runtime/process';
import { describe, expect, it } from 'vitest';
import { createTestFolder } from '../../../test/support/test-helm.ts';
import { startTestServer } from '../../testing/start-test-server.ts';
import { findHelmIsolator, toHelmRun, withSandbox, writeFiles } from '../../helm/sandbox.ts';
import { createBwrap } from './bwrap.ts';
import { findIsolator, unisolated } from './find-isolator.ts';
import type { Isolator } from './isolator.ts';
import { hasHighestNumber } from './process-numbers.ts';
import { isIsolating } from './trial.ts';
import { createUnshare } from './unshare.ts';

const tempRoot = createTestFolder();
const systemPath = process.env['PATH'] ?? '';
const { signal } = new AbortController();
const run = toHelmRun(
  { path: '/tmp/a box' },
  { helm: '/opt/helm', args: ['template', 'chart'], maxMemoryBytes: 2_048 },
);

/** Writes a program into a new folder and returns the folder. */
async function writeProgram(name: string, script: string): Promise<string> {
  const folder = createTestFolder();
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, name), 0o755);
  return folder;
}

describe('arguments', () => {
  it('of bwrap mount system programs, the sandbox and a read-only chart, without any namespace of the host', () => {
    const { file, args } = createBwrap('/usr/bin/bwrap').wrap(run);
    expect([file, ...args.filter((arg) => !arg.includes('\n'))].join(' ')).toBe(
      '/usr/bin/bwrap --unshare-all --unshare-user --disable-userns --die-with-parent --cap-drop ALL --ro-bind-try /usr /usr --ro-bind-try /bin /bin ' +
        '--ro-bind-try /sbin /sbin --ro-bind-try /lib /lib --ro-bind-try /lib32 /lib32 --ro-bind-try /lib64 /lib64 ' +
        '--ro-bind-try /nix/store /nix/store --proc /proc ' +
        '--ro-bind-try /proc/sys /proc/sys --ro-bind-try /proc/sysrq-trigger /proc/sysrq-trigger ' +
        '--ro-bind-try /proc/fs /proc/fs --ro-bind-try /proc/acpi /proc/acpi ' +
        '--dev /dev --size 67108864 --tmpfs /dev/shm --remount-ro /dev --size 67108864 --tmpfs /tmp --bind /tmp/a box /tmp/a box --ro-bind /tmp/a box/chart /tmp/a box/chart --ro-bind /opt/helm /tmp/a box/helm --remount-ro / --chdir /tmp/a box -- ' +
        '/bin/sh -c sh 2 unlimited /tmp/a box/helm template chart',
    );
  });

  it('of unshare name new namespaces and a table of mounts', () => {
    const { file, args } = createUnshare('/usr/bin/unshare').wrap(run);
    expect(file).toBe('/usr/bin/setpriv');
    expect(args.filter((arg) => !arg.includes('\n')).join(' ')).toBe(
      '--pdeathsig KILL -- /usr/bin/unshare --user --map-root-user --pid --ipc --uts --mount --net --fork --kill-child -- ' +
        '/bin/sh -c sh /tmp/a box  /bin/sh -c sh 2 unlimited /tmp/a box/helm template chart',
    );
    expect(args.find((arg) => arg.startsWith('/tmp/a\\040box'))).toBe(
      [
        '/tmp/a\\040box /sys/tmp/a\\040box none rbind,X-mount.mkdir 0 0',
        '/tmp/a\\040box/chart /sys/tmp/a\\040box/chart none rbind,ro,nosuid,nodev,X-mount.mkdir 0 0',
        '/opt/helm /sys/tmp/a\\040box/helm none rbind,ro,nosuid,nodev,X-mount.mkdir 0 0',
      ].join('\n'),
    );
  });

  it.each([createBwrap('/usr/bin/bwrap'), createUnshare('/usr/bin/unshare')])(
    'of $isolation leave the network when it is granted',
    (isolator) => {
      const { args } = isolator.wrap({ ...run, network: true });
      expect(args.includes('--share-net') || !args.includes('--net')).toBe(true);
    },
  );
});

describe.runIf(process.platform === 'linux')('findIsolator', () => {
  it('returns none when neither program is on the search path', async () => {
    await expect(findIsolator({ searchPath: '/nowhere:relative', tempRoot })).resolves.toMatchObject({
      isolation: 'none',
    });
  });

  it.each([
    ['fails', 'exit 1'],
    ['runs the program without isolating it', 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"'],
  ])('skips a bwrap that %s', async (_name, script) => {
    const searchPath = await writeProgram('bwrap', script);
    await expect(findIsolator({ searchPath, tempRoot })).resolves.toMatchObject({ isolation: 'none' });
  });

  it('returns none when helm does not start in isolation', async () => {
    const folder = await writeProgram('helm', 'exec "$(dirname "$(readlink -f "$0")")/real-helm"');
    await writeFile(join(folder, 'real-helm'), '#!/bin/sh\necho v4.0.0\n', { mode: 0o755 });
    const options = { helm: join(folder, 'helm'), searchPath: systemPath, tempRoot };
    await expect(findHelmIsolator(options)).resolves.toMatchObject({ isolation: 'none' });
  });
});

/** Returns the path of a program on `PATH`, so that a bwrap that is not installed can be tested too. */
function locate(name: string): string {
  const paths = systemPath.split(delimiter).map((folder) => join(folder, name));
  return paths.find((path) => existsSync(path)) ?? join('/usr/bin', name);
}

/** Returns the isolators that work on this machine; `none` always does. */
async function listWorking(): Promise<readonly Isolator[]> {
  const [bwrap, unshare] = [locate('bwrap'), locate('unshare')];
  const numbered = hasHighestNumber() ? [createBwrap(bwrap, { unshare })] : [];
  const known = [...numbered, createBwrap(bwrap), createUnshare(unshare)];
  const works = await Promise.all(known.map((isolator) => isIsolating(isolator, tempRoot).catch(() => false)));
  return known.filter((_isolator, index) => works[index]);
}

const working = process.platform === 'linux' ? await listWorking() : [];

/** Runs a program in place of helm. */
async function runProgram(isolator: Isolator, helm: string, args: readonly string[]) {
  return withSandbox(tempRoot, async ({ path, env }) => {
    await writeFiles(join(path, 'chart'), new Map([['Chart.yaml', 'name: shop\n']]));
    const command = isolator.wrap(toHelmRun({ path }, { helm, args, maxMemoryBytes: 1_000_000_000 }));
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

  it('gives no capability, no process of the host and no way to another namespace', async () => {
    const script =
      'grep CapBnd /proc/self/status; ls -d /proc/[0-9]* | wc -l; unshare --user true 2>/dev/null || echo refused';
    const [capabilities, processes, userNamespace] = (await runScript(isolator, script)).trim().split('\n');
    expect(capabilities).toMatch(/\t0{16}$/);
    expect(Number(processes)).toBeLessThan(10);
    expect(userNamespace).toBe('refused');
  });

  it('bounds files in memory, which no limit of a process counts', async () => {
    const script = `for folder in /tmp /dev/shm /dev / /proc /run; do
  dd if=/dev/zero of=$folder/x bs=1M count=80 2>/dev/null && echo "$folder is unbounded"; rm -f $folder/x
done; (: > /tmp/x && : > /dev/shm/x && echo writable > /dev/null) 2>&1`;
    expect(await runScript(isolator, script)).toBe('');
  });

  it('keeps the settings of the kernel read-only', async () => {
    const script = '(: >> /proc/sys/kernel/core_pattern) 2>&1; (: >> /proc/sysrq-trigger) 2>&1; true';
    expect(await runScript(isolator, script)).toMatch(/core_pattern: .*\n.*sysrq-trigger: .*\n$/);
  });

  it('limits the memory of the program', async () => {
    expect((await runScript(isolator, 'ulimit -d')).trim()).toBe('976563');
  });
});

it('unisolated limits the memory of the program', async () => {
  expect((await runScript(unisolated, 'ulimit -d')).trim()).toBe('976563');
});

/** The kernel counts the processes of a user, but those of root in a namespace with numbers of its own only. */
const isLimiting = working.length > 0 && (process.getuid?.() !== 0 || hasHighestNumber());
const limiting = isLimiting ? [await findIsolator({ searchPath: systemPath, tempRoot }), ...working.slice(-1)] : [];

it.each(limiting)('$isolation limits the number of processes', async (isolator) => {
  const folder = createTestFolder();
  const { file, args } = isolator.wrap({
    program: '/bin/sh',
    args: ['-c', 'while sleep 60 & do echo begun; done'],
    cwd: folder,
    mounts: [{ path: folder, access: 'write' }],
    maxMemoryBytes: 1_000_000_000,
    maxProcesses: 20,
  });
  const options = { cwd: folder, env: { PATH: systemPath }, signal, timeoutMs: 10_000, maxOutputBytes: 100_000 };
  const { stdout, stderr, timedOut } = await runProcess(file, args, options);
  expect({ stderr, timedOut }).toEqual({ stderr: expect.stringMatching(/fork/), timedOut: false });
  const count = stdout.trim().split('\n').length;
  expect(count).toBeGreaterThan(10);
  expect(count).toBeLessThanOrEqual(320);
});
