import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runProgram } from './run-process.ts';
import { startElsewhere } from './start-elsewhere.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shipmate-launcher-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const nodeArgs = ['--conditions=@shipmate/source', '--disable-warning=ExperimentalWarning', '--input-type=module'];
/** A module that starts a program elsewhere. */
const runElsewhere = (script: string): string => `
  import { runProgram } from ${JSON.stringify(new URL('./run-process.ts', import.meta.url).href)};
  import { startElsewhere } from ${JSON.stringify(new URL('./start-elsewhere.ts', import.meta.url).href)};
  const program = { file: process.execPath, args: ['--eval', ${JSON.stringify(script)}], startProgram: startElsewhere };
  const options = {
    cwd: ${JSON.stringify(folder)}, env: {}, signal: new AbortController().signal, timeoutMs: 60_000, maxOutputBytes: 1_000,
  };
  console.log((await runProgram(program, options)).stdout);`;

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await delay(10);
}

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`);

it('a process ends though its launcher is idle', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...nodeArgs,
    '--eval',
    runElsewhere('console.log(1)'),
  ]);
  expect(stdout).toBe('1\n\n');
});

it.runIf(process.platform === 'linux')('programs end with the process that started them', async () => {
  const script = `
    const { spawn } = require('node:child_process');
    const hidden = spawn('/bin/sleep', ['60'], { detached: true, stdio: 'inherit' });
    require('node:fs').writeFileSync('pids', process.pid + ' ' + hidden.pid + ' ');
    setInterval(() => {}, 1_000);`;
  const parent = spawn(process.execPath, [...nodeArgs, '--eval', runElsewhere(script)], { stdio: 'ignore' });
  const read = async () => (await readFile(join(folder, 'pids'), 'utf8').catch(() => '')).split(' ');
  await until(async () => (await read()).length === 3);
  const pids = (await read()).filter(Boolean).map(Number);
  expect(pids.map(isAlive)).toEqual([true, true]);
  parent.kill('SIGKILL');
  await until(() => !pids.some(isAlive));
});

it.runIf(process.platform === 'linux')(
  'a program of a launcher that is killed ends, and the next has another',
  async () => {
    const options = {
      cwd: folder,
      env: {},
      signal: new AbortController().signal,
      timeoutMs: 60_000,
      maxOutputBytes: 1_000,
    };
    const run = (script: string) =>
      runProgram({ file: process.execPath, args: ['--eval', script], startProgram: startElsewhere }, options);
    const running = run(
      `require('node:fs').writeFileSync('pid-' + process.ppid + '-' + process.pid, ''); setInterval(() => {}, 1_000)`,
    );
    await until(async () => (await readdir(folder)).length === 1);
    const [, launcher = 0, program = 0] = ((await readdir(folder))[0] ?? '').split('-').map(Number);
    process.kill(launcher, 'SIGKILL');
    expect(await running).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
    await until(() => !isAlive(program));
    expect(await run('console.log(process.ppid)')).toMatchObject({
      exitCode: 0,
      stdout: expect.not.stringMatching(`^${launcher}$`),
    });
  },
);
