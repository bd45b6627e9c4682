import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRunProcess, type ProcessResult, type RunProcessOptions } from './run-process.ts';
import { runElsewhere } from './run-elsewhere.ts';
import { runProgram } from './run-program.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shipmate-process-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await delay(10);
}

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`);

describe.each([
  ['a child of this process', runProgram],
  ['a child of the launcher', runElsewhere],
])('as %s,', (_, run) => {
  const runProcess = createRunProcess(run);

  /** Runs a script in Node. */
  function runScript(script: string, options: Partial<RunProcessOptions> = {}): Promise<ProcessResult> {
    return runProcess(process.execPath, ['--eval', script], {
      cwd: folder,
      env: {},
      signal: new AbortController().signal,
      timeoutMs: 20_000,
      maxOutputBytes: 10_000,
      ...options,
    });
  }

  describe('a program that exits by itself', () => {
    it('returns its output and exit code', async () => {
      const result = await runScript('console.log("out"); console.error("err"); process.exitCode = 3');
      expect(result).toEqual({
        exitCode: 3,
        signal: null,
        stdout: 'out\n',
        stderr: 'err\n',
        truncated: false,
        timedOut: false,
        outOfMemory: false,
        tooManyProcesses: false,
      });
    });

    it('returns the signal that killed it', async () => {
      await expect(runScript('process.kill(process.pid, "SIGTERM")')).resolves.toMatchObject({
        exitCode: null,
        signal: 'SIGTERM',
      });
    });

    it('receives only the given environment, no input, and its arguments unchanged', async () => {
      const script =
        'console.log(JSON.stringify([Object.keys(process.env).sort(), process.argv.slice(1), require("fs").readFileSync(0, "utf8")]))';
      const result = await runProcess(process.execPath, ['--eval', script, '--', '$(id); *'], {
        cwd: folder,
        env: { GIVEN: '1' },
        signal: new AbortController().signal,
        timeoutMs: 20_000,
        maxOutputBytes: 10_000,
      });
      expect(JSON.parse(result.stdout)).toEqual([['GIVEN', 'SHIPMATE_PROCESS_TAG'], ['$(id); *'], '']);
    });

    it.each([
      [
        'reads the given input to its end',
        'process.stdout.write(require("fs").readFileSync(0, "utf8"))',
        'größe\n'.repeat(50_000),
      ],
      ['may leave the given input unread', 'process.exit(0)', ''],
    ])('%s', async (_name, script, stdout) => {
      const options = { stdin: 'größe\n'.repeat(50_000), maxOutputBytes: 1_000_000 };
      expect(await runScript(script, options)).toMatchObject({ exitCode: 0, stdout });
    });

    it('writes all bytes of its output in order', async () => {
      const script = 'for (let i = 0; i < 400; i += 1) process.stdout.write(Buffer.alloc(65_536, i % 251))';
      const digest = createHash('sha256');
      await runScript(script, { onStdout: (bytes) => void digest.update(bytes) });
      const expected = createHash('sha256');
      for (let i = 0; i < 400; i += 1) expected.update(Buffer.alloc(65_536, i % 251));
      expect(digest.digest('hex')).toBe(expected.digest('hex'));
    });

    it('may write more output than is kept', async () => {
      const { stdout, truncated, exitCode } = await runScript('process.stdout.write("a" + "x".repeat(5e6) + "z")', {
        maxOutputBytes: 100,
      });
      expect({ truncated, exitCode }).toEqual({ truncated: true, exitCode: 0 });
      expect(stdout).toMatch(/^ax{49}\n… 4999902 bytes left out …\nx{49}z$/);
    });
  });

  describe('a program that is killed', () => {
    it('exceeds its time limit', async () => {
      const result = await runScript('process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)', {
        timeoutMs: 300,
      });
      expect(result).toMatchObject({ exitCode: null, signal: 'SIGKILL', timedOut: true });
    });

    it('is aborted', async () => {
      const controller = new AbortController();
      const running = runScript('require("fs").writeFileSync("up", ""); setInterval(() => {}, 1000)', {
        signal: controller.signal,
      });
      await until(() => existsSync(join(folder, 'up')));
      controller.abort();
      await expect(running).rejects.toMatchObject({ code: 'ABORTED' });
    });

    it('is not started when the signal has fired before', async () => {
      const running = runScript('require("fs").writeFileSync("up", "")', { signal: AbortSignal.abort() });
      await expect(running).rejects.toMatchObject({ code: 'ABORTED' });
      expect(existsSync(join(folder, 'up'))).toBe(false);
    });

    it.runIf(process.platform === 'linux')('exceeds its memory limit', async () => {
      const script = 'const all = []; setInterval(() => all.push(Buffer.alloc(3e7, 1)), 1)';
      await expect(runScript(script, { maxMemoryBytes: 300_000_000 })).resolves.toMatchObject({
        exitCode: null,
        outOfMemory: true,
        timedOut: false,
      });
    });
  });

  describe.runIf(process.platform === 'linux')('memory', () => {
    it('of a descendant counts for the program', async () => {
      const greedy = 'const all = []; setInterval(() => all.push(Buffer.alloc(3e7, 1)), 1)';
      const script = `require("child_process").spawn(process.execPath, ["--eval", ${JSON.stringify(greedy)}]); setInterval(() => {}, 1000)`;
      await expect(runScript(script, { maxMemoryBytes: 400_000_000 })).resolves.toMatchObject({
        exitCode: null,
        outOfMemory: true,
        timedOut: false,
      });
    });
  });

  it.runIf(process.platform === 'linux')(
    'a program that starts more processes than it may is killed with all of them',
    async () => {
      const script =
        'for (let i = 0; i < 6; i += 1) require("child_process").spawn("sleep", ["60"], { detached: true }); setInterval(() => {}, 1000)';
      const result = await runScript(script, { maxProcesses: 5, env: { PATH: '/usr/bin:/bin' } });
      expect(result).toMatchObject({ exitCode: null, tooManyProcesses: true, timedOut: false });
    },
  );

  describe.runIf(process.platform === 'linux')('a descendant of a program', () => {
    const childScript = 'setInterval(() => {}, 1000)';
    const start = (detached: boolean): string =>
      `const child = require("child_process").spawn(process.execPath, ["--eval", ${JSON.stringify(childScript)}],` +
      `{ detached: ${detached}, stdio: "inherit" }); require("fs").writeFileSync("pid", String(child.pid)); child.unref();`;

    it.each([
      ['in its group', false],
      ['in a session of its own', true],
    ])('%s ends with it, though it holds the pipes', async (_name, detached) => {
      const result = await runScript(`${start(detached)} process.exit(0)`);
      expect(result.exitCode).toBe(0);
      const pid = Number(await readFile(join(folder, 'pid'), 'utf8'));
      await until(() => !isAlive(pid));
    });

    it('in a session of its own is not searched for when the program is known to start none', async () => {
      await runScript(`${start(true)} process.exit(0)`, { isSingle: true });
      const pid = Number(await readFile(join(folder, 'pid'), 'utf8'));
      expect(isAlive(pid)).toBe(true);
      process.kill(pid, 'SIGKILL');
      await until(() => !isAlive(pid));
    });

    it('is not read for longer than five seconds when it hides and goes on writing', async () => {
      const writing = 'setInterval(() => process.stdout.write("more"), 20)';
      const script =
        `const child = require("child_process").spawn(process.execPath, ["--eval", ${JSON.stringify(writing)}],` +
        `{ detached: true, env: {}, stdio: "inherit" }); require("fs").writeFileSync("pid", String(child.pid)); process.exit(0)`;
      const { exitCode, timedOut } = await runScript(script);
      expect({ exitCode, timedOut }).toEqual({ exitCode: 0, timedOut: false });
      process.kill(Number(await readFile(join(folder, 'pid'), 'utf8')), 'SIGKILL');
    });

    it('ends when the program is aborted', async () => {
      const controller = new AbortController();
      const running = runScript(`${start(true)} setInterval(() => {}, 1000)`, { signal: controller.signal });
      await until(() => existsSync(join(folder, 'pid')));
      controller.abort();
      await expect(running).rejects.toMatchObject({ code: 'ABORTED' });
      const pid = Number(await readFile(join(folder, 'pid'), 'utf8'));
      await until(() => !isAlive(pid));
    });
  });

  describe('a program that cannot be started', () => {
    it.each([
      ['no-such-program', /"no-such-program" was not found\. Install it\./],
      ['/nowhere/at/all/helm', /"helm" was not found\. Install it\./],
      [tmpdir(), /could not be started\. Install it\./],
      ['a\0b', /could not be started\. Install it\./],
    ])('%s is reported as UNAVAILABLE', async (file, message) => {
      const running = runProcess(file, [], {
        cwd: folder,
        env: {},
        signal: new AbortController().signal,
        timeoutMs: 20_000,
        maxOutputBytes: 10_000,
        installHint: 'Install it.',
      });
      await expect(running).rejects.toMatchObject({ code: 'UNAVAILABLE', message: expect.stringMatching(message) });
    });
  });
});
