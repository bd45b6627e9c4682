import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runElsewhere } from './run-elsewhere.ts';
import { createRunProcess } from './run-process.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shipmate-launcher-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const nodeArgs = ['--conditions=@shipmate/source', '--disable-warning=ExperimentalWarning', '--input-type=module'];
/** A module that runs a script of Node elsewhere. */
const runScriptElsewhere = (script: string): string => `
  import { createRunProcess } from ${JSON.stringify(new URL('./run-process.ts', import.meta.url).href)};
  import { runElsewhere } from ${JSON.stringify(new URL('./run-elsewhere.ts', import.meta.url).href)};
  const options = {
    cwd: ${JSON.stringify(folder)}, env: {}, signal: new AbortController().signal, timeoutMs: 60_000, maxOutputBytes: 1_000,
  };
  const args = ['--eval', ${JSON.stringify(script)}];
  console.log((await createRunProcess(runElsewhere)(process.execPath, args, options)).stdout);`;

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`);

it('a process ends though its launcher is idle', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...nodeArgs,
    '--eval',
    runScriptElsewhere('console.log(1)'),
  ]);
  expect(stdout).toBe('1\n\n');
});

it.runIf(process.platform === 'linux')('programs end with the process that started them', async () => {
  const script = `
    const { spawn } = require('node:child_process');
    const hidden = spawn('/bin/sleep', ['60'], { detached: true, stdio: 'inherit' });
    require('node:fs').writeFileSync('pids', process.pid + ' ' + hidden.pid + ' ');
    setInterval(() => {}, 1_000);`;
  const parent = spawn(process.execPath, [...nodeArgs, '--eval', runScriptElsewhere(script)], { stdio: 'ignore' });
  const read = async () => (await readFile(join(folder, 'pids'), 'utf8').catch(() => '')).split(' ');
  await expect.poll(read).toHaveLength(3);
  const pids = (await read()).filter(Boolean).map(Number);
  expect(pids.map(isAlive)).toEqual([true, true]);
  parent.kill('SIGKILL');
  await expect.poll(() => pids.some(isAlive)).toBe(false);
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
    const run = (script: string) => createRunProcess(runElsewhere)(process.execPath, ['--eval', script], options);
    const running = run(
      `require('node:fs').writeFileSync('pid-' + process.ppid + '-' + process.pid, ''); setInterval(() => {}, 1_000)`,
    );
    await expect.poll(() => readdir(folder)).toHaveLength(1);
    const [, launcher = 0, program = 0] = ((await readdir(folder))[0] ?? '').split('-').map(Number);
    process.kill(launcher, 'SIGKILL');
    await expect(running).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(
        /"node" was stopped, because the process that starts programs has ended\. Try again\./,
      ),
    });
    await expect.poll(() => isAlive(program)).toBe(false);
    expect(await run('console.log(process.ppid)')).toMatchObject({
      exitCode: 0,
      stdout: expect.not.stringMatching(`^${launcher}$`),
    });
  },
);
