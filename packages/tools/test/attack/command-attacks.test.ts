import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import type { ToolContext } from '@shipmate/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandOutcome, CommandPort, DevelopmentPorts } from '../../src/development/command-port.ts';
import { createCommands } from '../../src/development/create-commands.ts';
import { runPackageCommand } from '../../src/development/run-package-command.ts';
import { runTests } from '../../src/development/run-tests.ts';
import { createBwrap } from '../../src/process/isolation/bwrap.ts';
import { isolations, type Isolator } from '../../src/process/isolation/isolator.ts';
import { hasHighestNumber } from '../../src/process/isolation/process-numbers.ts';
import { isIsolating } from '../../src/process/isolation/trial.ts';
import { createUnshare } from '../../src/process/isolation/unshare.ts';
import { createCheckout, type CreatedCheckout } from '../support/create-checkout.ts';

const secret = 'S3CRET-of-the-host';
const environment = { PATH: process.env['PATH'], COMMAND_TIMEOUT_SECONDS: 60 };

/** Returns the isolators that work on this machine. */
async function listWorking(): Promise<readonly Isolator[]> {
  if (process.platform !== 'linux') return [];
  const locate = (name: string): string | undefined =>
    (process.env['PATH'] ?? '')
      .split(delimiter)
      .map((folder) => join(folder, name))
      .find((path) => existsSync(path));
  const [bwrap, unshare] = [locate('bwrap'), locate('unshare')];
  const numbered = bwrap && unshare && hasHighestNumber() ? [createBwrap(bwrap, { unshare })] : [];
  const known = [...numbered, ...(bwrap ? [createBwrap(bwrap)] : []), ...(unshare ? [createUnshare(unshare)] : [])];
  const works = await Promise.all(known.map((isolator) => isIsolating(isolator, tmpdir())));
  const working = known.filter((_isolator, index) => works[index]);
  return isolations.flatMap((name) => working.filter(({ isolation }) => isolation === name).slice(0, 1));
}

/** Counts the processes of this machine whose command line contains a text. */
async function countProcesses(text: string): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes(text)).length;
}

/** The host that is attacked: a folder with a secret, another checkout, servers, and a process. */
interface Host {
  readonly folder: string;
  readonly marker: string;
  readonly port: number;
  readonly pid: number;
  /** The number of connections that reached a server. */
  connections(): number;
  close(): Promise<void>;
}

async function startHost(): Promise<Host> {
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-host-'));
  await writeFile(join(folder, 'secret'), secret);
  let count = 0;
  const listen = (where: object): Promise<Server> =>
    new Promise((resolve) => {
      const server = createServer((socket) => {
        count += 1;
        socket.end(secret);
      });
      server.listen(where, () => resolve(server));
    });
  const tcp = await listen({ port: 0, host: '0.0.0.0' });
  const servers = [tcp, await listen({ path: join(folder, 'socket') }), await listen({ path: `\0${folder}` })];
  const child: ChildProcess = spawn('sleep', ['3600'], {
    env: { PATH: '/usr/bin:/bin', SECRET: secret },
    stdio: 'ignore',
  });
  const address = tcp.address();
  return {
    folder,
    marker: join(folder, 'marker'),
    port: typeof address === 'object' && address !== null ? address.port : 0,
    pid: child.pid ?? 0,
    connections: () => count,
    async close() {
      child.kill('SIGKILL');
      for (const server of servers) server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const files = {
  'package.json': JSON.stringify({
    scripts: {
      hello: 'echo hello',
      prehello: 'touch "$MARKER_OUTSIDE" ../outside; echo before',
      'a; touch injected': 'echo metacharacters',
      show: 'printf "<%s>" "$@"',
      postinstall: 'touch installed',
      '--prefix': 'touch option',
    },
  }),
  'README.md': '# Sample',
  '.git/config': '[core]\n',
  '.git/hooks/pre-commit': '#!/bin/sh\n',
  npm: '#!/bin/sh\ntouch planted\n',
  'node_modules/.bin/npm': '#!/bin/sh\ntouch planted\n',
};

const working = await listWorking();

it('a sandbox is found, or code of repositories is refused', async () => {
  const commands = createCommands({ environment });
  const { ports: _ports, ...context } = checkout.context;
  const run = commands.run({ folder: checkout.folder, program: 'true', args: () => [] }, context);
  const outcome = await run.catch((thrown: unknown) => thrown);
  expect(outcome).toMatchObject(working.length > 0 ? { isolation: working[0]?.isolation } : { code: 'UNAVAILABLE' });
  await commands.close();
});

let host: Host;
let checkout: CreatedCheckout;
beforeAll(async () => {
  host = await startHost();
  checkout = await createCheckout(files);
  for (const name of ['npm', 'node_modules/.bin/npm']) await chmod(join(checkout.folder, name), 0o755);
  await symlink(join(host.folder, 'secret'), join(checkout.folder, 'link'));
});
afterAll(async () => {
  await checkout[Symbol.asyncDispose]();
  await host.close();
});

const connect = (target: string): string =>
  `node -e 'require("net").connect(${target}).on("data", (d) => console.log("escaped " + d)).on("error", () => {})'`;
const publicAddress = Object.values(networkInterfaces())
  .flat()
  .find((each) => each?.family === 'IPv4' && !each.internal);

/** Scripts that print "escaped" or the secret, or leave the marker, when the host is reached. */
const escapes: readonly (readonly [string, (host: Host, folder: string) => string])[] = [
  ['reads a file of the host', ({ folder }) => `cat ${folder}/secret`],
  ['reads through a link of the checkout', () => 'cat link'],
  ['reads upwards', ({ folder }) => `cat ../../../../../..${folder}/secret`],
  ['reads through the root of process 1', ({ folder }) => `cat /proc/1/root${folder}/secret`],
  ['reads through its own root', ({ folder }) => `cat /proc/self/root${folder}/secret`],
  ['reads through the root of a process of the host', ({ folder, pid }) => `cat /proc/${pid}/root${folder}/secret`],
  ['reads through the folder of a parent', ({ folder }) => `cat /proc/self/cwd/../../..${folder}/secret`],
  ['lists temporary files', ({ folder }) => `ls ${dirname(folder)} | grep shipmate-host && echo escaped`],
  ['reads environments of other processes', () => 'cat /proc/[0-9]*/environ | tr "\\0" "\\n" | grep SECRET='],
  ['reads password hashes', () => 'cat /etc/shadow && echo escaped'],
  ['lists home folders', () => 'for d in /root /home/*; do [ -e "$d" ] && echo escaped; done'],
  ['reads a disk', () => 'for d in /dev/vda /dev/sda /dev/nvme0n1 /dev/mem; do [ -e $d ] && echo escaped; done'],
  ['creates a device', () => 'mknod disk b 254 0 && echo escaped'],
  ['writes a file of the host', ({ marker }) => `: > ${marker}`],
  ['writes through a new link', ({ folder }) => `ln -sf ${folder} out; : > out/marker`],
  ['links a file of the host', ({ folder }) => `ln ${folder}/secret hard && cat hard`],
  ['writes beside the checkout', ({ folder }) => `: > ${dirname(folder)}/shipmate-host-marker`],
  ['writes system programs', () => ': > /usr/bin/shipmate-attack && echo escaped'],
  ['writes /etc', () => 'echo x >> /etc/passwd && echo escaped'],
  ['writes a hook', () => 'echo x > .git/hooks/pre-commit && echo escaped'],
  ['writes the configuration of git', () => 'printf "[alias]\\nx=!id\\n" >> .git/config && echo escaped'],
  ['replaces .git', () => '(mv .git moved || rm -rf .git; [ ! -e .git/config ]) && echo escaped'],
  ['mounts over .git', () => 'mount -t tmpfs tmpfs .git && echo escaped'],
  [
    'makes system folders writable',
    () => 'mount -o remount,rw /usr && echo escaped; mount -o remount,rw,bind /usr && echo escaped',
  ],
  ['mounts a folder of the host', ({ folder }) => `mount --bind ${folder} . && echo escaped`],
  ['changes the root', () => 'chroot / true && echo escaped'],
  [
    'enters the namespaces of the host',
    ({ pid }) => `nsenter -t ${pid} -m true && echo escaped; nsenter -t 1 -a true && echo escaped`,
  ],
  [
    'gains mounts in a new user namespace',
    () => 'unshare --user --map-root-user --mount sh -c "umount /usr || mount -o remount,rw /usr" && echo escaped',
  ],
  ['sets the core pattern', () => 'echo "|/bin/true" > /proc/sys/kernel/core_pattern && echo escaped'],
  ['raises a limit', () => 'prlimit --core=unlimited true && echo escaped'],
  ['kills a process of the host', ({ pid }) => `kill -9 ${pid} && echo escaped`],
  ['reads the memory of a process of the host', ({ pid }) => `head -c 1 /proc/${pid}/mem && echo escaped`],
  ['connects to the loopback of the host', ({ port }) => connect(`${port}, "127.0.0.1"`)],
  [
    'connects to an address of the host',
    ({ port }) => connect(`${port}, ${JSON.stringify(publicAddress?.address ?? '127.0.0.2')}`),
  ],
  ['connects to a socket file of the host', ({ folder }) => connect(`{ path: "${folder}/socket" }`)],
  ['connects to an abstract socket of the host', ({ folder }) => connect(`{ path: "\\0${folder}" }`)],
];

/** Scripts that leave a process `sleep 36N` behind. */
const survivors: readonly (readonly [string, string])[] = [
  ['in the background', 'sleep $N &'],
  ['in a session of its own', 'setsid sleep $N &'],
  ['of a double fork', '(setsid sh -c "sleep $N & sleep $N &" &)'],
  ['that ignores signals', '(trap "" TERM HUP INT; sleep $N) &'],
  ['with an empty environment', 'env -i /usr/bin/setsid /usr/bin/sleep $N &'],
];

describe.each(working)('under $isolation', (isolator) => {
  const commands = createCommands({ environment, isolator });
  afterAll(() => commands.close());
  const { signal } = new AbortController();

  function run(script: string, port: CommandPort = commands): Promise<CommandOutcome> {
    const { principal } = checkout.context;
    return port.run({ folder: checkout.folder, program: 'sh', args: () => ['-c', script] }, { principal, signal });
  }

  function contextOf(other: CreatedCheckout = checkout): ToolContext<DevelopmentPorts> {
    const { ports, ...rest } = other.context;
    return { ...rest, ports: { ...ports, commands } };
  }

  describe('a command does not succeed', () => {
    const outputs: string[] = [];
    let isolation: string;
    beforeAll(async () => {
      // One sandbox for all: a start costs more than a script.
      const scripts = escapes.map(([, script]) => `echo "=== case"; (${script(host, checkout.folder)}) 2>&1`);
      const outcome = await run(scripts.join('\n'));
      isolation = outcome.isolation;
      outputs.push(...outcome.stdout.split('=== case\n').slice(1));
    }, 60_000);

    it.each(escapes.map(([name], index) => [name, index] as const))('that %s', (_name, index) => {
      expect(outputs[index]).toBeDefined();
      expect(outputs[index]).not.toContain(secret);
      expect(outputs[index]).not.toContain('escaped');
    });

    it('and leaves no trace on the host', async () => {
      expect(isolation).toBe(isolator.isolation);
      expect(outputs).toHaveLength(escapes.length);
      expect(existsSync(host.marker)).toBe(false);
      expect(existsSync(join(dirname(host.folder), 'shipmate-host-marker'))).toBe(false);
      expect(host.connections()).toBe(0);
      expect(existsSync(`/proc/${host.pid}`)).toBe(true);
      expect(await checkout.read('.git/config')).toBe('[core]\n');
      expect(await checkout.read('.git/hooks/pre-commit')).toBe('#!/bin/sh\n');
    });
  });

  it.each(survivors)('no process %s survives its command', async (name, script) => {
    const number = `36${String(survivors.findIndex(([each]) => each === name))}${process.pid}`;
    expect(await run(script.replaceAll('$N', number))).toMatchObject({ exitCode: 0 });
    expect(await countProcesses(number)).toBe(0);
  });

  describe('limits', () => {
    const limited = createCommands({
      environment: { ...environment, COMMAND_TIMEOUT_SECONDS: 2, COMMAND_MEMORY_MB: 150 },
      isolator,
    });
    afterAll(() => limited.close());

    it('end a command that ignores SIGTERM', async () => {
      const outcome = await run(`trap "" TERM; sleep 37${process.pid} & sleep 37${process.pid}`, limited);
      expect(outcome).toMatchObject({ exitCode: null, exceeded: 'time' });
      expect(await countProcesses(`37${process.pid}`)).toBe(0);
    });

    it('end a fork bomb with all its processes', async () => {
      const outcome = await run(`bomb() { sleep 38${process.pid} & bomb | bomb & }; bomb; sleep 38${process.pid}`);
      expect(outcome.exceeded ?? `exit ${outcome.exitCode}`).toMatch(/^(?:processes|memory|exit [1-9])/);
      expect(await countProcesses(`38${process.pid}`)).toBe(0);
    });

    it('end a command that takes too much memory', async () => {
      const script = `node -e 'const all = []; for (;;) all.push(Buffer.alloc(10_000_000, 1));'`;
      const outcome = await run(script, limited);
      expect(outcome).toMatchObject({ exitCode: null, exceeded: 'memory' });
    });

    it('keep both ends of a flood', async () => {
      const { stdout, truncated, exitCode } = await run(
        'echo first; head -c 20000000 /dev/zero | tr "\\0" x; echo; echo last',
      );
      expect({ exitCode, truncated, start: stdout.slice(0, 5), end: stdout.slice(-5) }).toEqual({
        exitCode: 0,
        truncated: true,
        start: 'first',
        end: 'last\n',
      });
      expect(stdout.length).toBeLessThan(210_000);
    });

    it('refuse a file of more than 2 GiB', async () => {
      const { exitCode } = await run(
        'dd if=/dev/zero of=large bs=1M seek=2100 count=1; status=$?; rm -f large; exit $status',
      );
      expect(exitCode).not.toBe(0);
    });

    it('give no input and no variable of this process', async () => {
      const { stdout } = await run('read line && echo input; env | cut -d= -f1 | LC_ALL=C sort | tr "\\n" " "');
      const ownNames =
        'CI COREPACK_ENABLE_DOWNLOAD_PROMPT HOME LANG NO_COLOR PATH PYTHONPYCACHEPREFIX SHIPMATE_PROCESS_TAG TERM TMPDIR'.split(
          ' ',
        );
      const shellNames = ['OLDPWD', 'PWD', '_'];
      const names = stdout
        .trim()
        .split(' ')
        .filter((name) => !shellNames.includes(name) && !name.startsWith('npm_config_'));
      expect(names).toEqual(ownNames);
    });
  });

  describe('a package manager', () => {
    const call = (input: object) => runPackageCommand.execute(runPackageCommand.input.parse(input), contextOf());

    it('runs scripts before a script in the sandbox', async () => {
      expect(await call({ command: 'hello' })).toMatchObject({ output: expect.stringContaining('before') });
      expect(existsSync(join(dirname(checkout.folder), 'outside'))).toBe(false);
    });

    it('takes the name of a script as one argument', async () => {
      expect(await call({ command: 'a; touch injected' })).toMatchObject({
        output: expect.stringContaining('metacharacters'),
      });
      expect(existsSync(join(checkout.folder, 'injected'))).toBe(false);
    });

    it('passes arguments to the script as they are', async () => {
      const args = [
        '; touch injected',
        '$(touch injected)',
        '`touch injected`',
        '--prefix=/',
        '--script-shell=./npm',
        '| cat',
      ];
      const { output } = await call({ command: 'show', args });
      expect(output).toContain(args.map((arg) => `<${arg}>`).join(''));
      expect(existsSync(join(checkout.folder, 'injected'))).toBe(false);
    });

    it('is not the program of that name in the checkout', async () => {
      await call({ command: 'hello' });
      expect(existsSync(join(checkout.folder, 'planted'))).toBe(false);
    });

    it('stays in the sandbox with the shell of an .npmrc', async () => {
      await using other = await createCheckout({
        'package.json': '{"scripts":{"hello":"echo hello"}}',
        '.npmrc': 'script-shell=./shell\n',
        shell: `#!/bin/sh\n: > ${host.marker}; cat ${host.folder}/secret\necho shell\n`,
      });
      await chmod(join(other.folder, 'shell'), 0o755);
      const { output } = await runPackageCommand.execute({ command: 'hello' }, contextOf(other));
      expect(output).not.toContain(secret);
      expect(existsSync(host.marker)).toBe(false);
    });

    it('ignores install scripts unless they are allowed', async () => {
      expect(await call({ command: 'install' })).toMatchObject({ exitCode: 0 });
      expect(existsSync(join(checkout.folder, 'installed'))).toBe(false);
      expect(await call({ command: 'install', allowScripts: true })).toMatchObject({ exitCode: 0 });
      expect(existsSync(join(checkout.folder, 'installed'))).toBe(true);
      await rm(join(checkout.folder, 'installed'));
    });

    it('runs no program in place of git that an .npmrc names', async () => {
      await using other = await createCheckout({
        'package.json': '{"dependencies":{"a":"git+https://127.0.0.1:1/a.git"}}',
        '.npmrc': 'git=./evil.sh\nfetch-retries=0\n',
        'evil.sh': '#!/bin/sh\necho ran >> ran\nexit 1\n',
      });
      await chmod(join(other.folder, 'evil.sh'), 0o755);
      for (const allowScripts of [false, true]) {
        await runPackageCommand.execute({ command: 'install', allowScripts }, contextOf(other));
        expect(existsSync(join(other.folder, 'ran'))).toBe(allowScripts);
      }
    });

    it('is yarn itself, not the program of a .yarnrc', async () => {
      const toolchain = await mkdtemp(join(tmpdir(), 'shipmate-toolchain-'));
      await writeFile(join(toolchain, 'yarn'), '#!/bin/sh\n[ "$YARN_IGNORE_PATH" = 1 ] || touch ran\n', {
        mode: 0o755,
      });
      const own = createCommands({ environment: { ...environment, COMMAND_TOOLCHAINS: [toolchain] }, isolator });
      await using other = await createCheckout({ 'package.json': '{}', 'yarn.lock': '' });
      const { ports, ...rest } = contextOf(other);
      for (const allowScripts of [false, true]) {
        const result = runPackageCommand.execute(
          { command: 'install', allowScripts },
          { ...rest, ports: { ...ports, commands: own } },
        );
        expect(await result).toMatchObject({ succeeded: true, manager: 'yarn' });
        expect(existsSync(join(other.folder, 'ran'))).toBe(allowScripts);
      }
      await own.close();
      await rm(toolchain, { recursive: true });
    });

    it.each([
      { command: '--prefix' },
      { command: 'publish' },
      { command: '__proto__' },
      { command: 'hello\0' },
      { command: 'install', args: ['--script-shell=./npm'] },
      { command: 'install', args: ['--no-ignore-scripts'] },
      { command: 'install', args: ['file:..'] },
      { command: 'install', args: ['git+ssh://a/b.git'] },
    ])('refuses %j', async (input) => {
      await expect(call(input)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    });
  });

  describe('a test runner', () => {
    /** Runs a program in place of Vitest, with the report's path in `$R`. */
    async function runAs(script: string) {
      await using other = await createCheckout({
        'package.json': '{"devDependencies":{"vitest":"5"}}',
        'node_modules/.bin/vitest': `#!/bin/sh\nfor arg; do case "$arg" in --outputFile.json=*) R="\${arg#*=}";; esac; done\n${script}\n`,
      });
      await chmod(join(other.folder, 'node_modules/.bin/vitest'), 0o755);
      return JSON.stringify(await runTests.execute({}, contextOf(other)));
    }

    it.each([
      ['a link to a file of the host', () => `ln -s ${host.folder}/secret "$R"`],
      ['a link to a device', () => 'ln -s /dev/zero "$R"'],
      ['a named pipe', () => 'mkfifo "$R"'],
      ['a folder', () => 'mkdir "$R"'],
      ['a folder of reports that is a link', () => `D=$(dirname "$R"); rm -rf "$D"; ln -s ${host.folder} "$D"`],
    ])('that leaves %s as its report has crashed', async (_name, script) => {
      const result = await runAs(script());
      expect(result).toContain('"status":"crashed"');
      expect(result).not.toContain(secret);
    });

    it.each(['passed', 'failed'])('that leaves a huge file as its report has %s, which is not read', async (status) => {
      const result = await runAs(`head -c 9000000 /dev/zero > "$R"; exit ${status === 'passed' ? 0 : 1}`);
      expect(JSON.parse(result)).toMatchObject({ status, total: 0, notes: [expect.stringContaining('not read')] });
    });

    it('that names a failure in hostile texts is reported without control sequences', async () => {
      const report = {
        testResults: [
          { name: 'a', status: 'failed', assertionResults: [{ fullName: '\u001b[2Jx', status: 'failed' }] },
        ],
      };
      expect(await runAs(`echo '${JSON.stringify(report)}' > "$R"`)).toContain('"name":"x"');
    });

    it.each(['--config=evil.js', '-r./evil.js', 'a\0b'])('refuses the pattern %j', (testPattern) => {
      expect(runTests.input.safeParse({ testPattern }).success).toBe(false);
    });
  });

  it.each([
    ['writes in the checkout', 'mkdir -p build && echo x > build/a && cat build/a && rm -r build', 'x\n'],
    ['reads git', 'cat .git/config', '[core]\n'],
    [
      'writes in its home and temporary folders',
      'echo 1 > ~/a && echo 2 > "$TMPDIR/b" && echo 3 > /tmp/c && cat ~/a "$TMPDIR/b" /tmp/c',
      '1\n2\n3\n',
    ],
    [
      'runs Node with threads',
      `node -e 'new (require("worker_threads").Worker)("console.log(1)", { eval: true })'`,
      '1\n',
    ],
    ['runs a pipeline', 'seq 100 | xargs -P 4 -n 10 echo | wc -l', '10\n'],
    [
      'uses a socket of its own',
      `node -e 'const s = require("net").createServer((c) => c.end("hi")).listen(process.env.TMPDIR + "/s", () => require("net").connect(process.env.TMPDIR + "/s").on("data", (d) => { console.log(String(d)); s.close(); }))'`,
      'hi\n',
    ],
    ['prints unicode', 'echo größe ✓', 'größe ✓\n'],
  ])('a command that %s works', async (_name, script, expected) => {
    expect(await run(script)).toMatchObject({ exitCode: 0, stdout: expected });
  });

  it('a command that fails returns its exit code', async () => {
    expect(await run('exit 42')).toMatchObject({ exitCode: 42 });
  });
});

it('the folder of the run is removed when a command locks or nests it', async () => {
  const [isolator] = working;
  const tempRoot = await mkdtemp(join(tmpdir(), 'shipmate-root-'));
  const own = createCommands({
    environment: { ...environment, ALLOW_UNSANDBOXED_CODE: true },
    tempRoot,
    ...(isolator && { isolator }),
  });
  const script =
    'cd "$HOME"; mkdir locked; : > locked/a; chmod 0 locked; i=0; while [ $i -lt 300 ]; do mkdir aaaaaaaaaaaaaaaaaaaa; cd aaaaaaaaaaaaaaaaaaaa; i=$((i+1)); done';
  const { principal, signal } = checkout.context;
  await own.run({ folder: checkout.folder, program: 'sh', args: () => ['-c', script] }, { principal, signal });
  expect(await readdir(tempRoot)).toEqual([]);
  await own.close();
  await rm(tempRoot, { recursive: true });
});
