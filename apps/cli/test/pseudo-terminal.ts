import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { compileCache, locateProgram, sourceArgs } from './spawn-process.ts';

/** A command in a pseudo-terminal. */
export interface PseudoTerminal extends AsyncDisposable {
  /** Waits for text that appears after the text of the previous call. @throws Error if the command exits before */
  waitFor(text: string): Promise<void>;
  /** Types; `\r` is the Enter key and `\u0003` Ctrl-C. */
  type(text: string): void;
  /** Sends a signal to the command. */
  kill(signal: NodeJS.Signals): void;
  /** Closes the terminal as a window is closed: the kernel sends SIGHUP to the command. */
  close(): Promise<void>;
  screen(): string;
  readonly exited: Promise<number | null>;
}

/** Runs a command of the CLI in a pseudo-terminal, which `script` of util-linux opens. */
export function runInTerminal(args: readonly string[], variables: Readonly<Record<string, string>>): PseudoTerminal {
  const words = [process.execPath, ...sourceArgs, locateProgram('../src/main.ts'), ...args];
  const command = `exec ${words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')}`;
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: {
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: homedir(),
      TMPDIR: tmpdir(),
      TERM: 'xterm',
      NO_COLOR: '1',
      NODE_COMPILE_CACHE: compileCache,
      ...variables,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let screen = '';
  let read = 0;
  const watchers = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
    for (const check of watchers) check();
  });
  child.stdin.on('error', () => undefined);
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const close = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  return {
    exited,
    screen: () => screen,
    type: (text) => void child.stdin.write(text),
    kill: (signal) => {
      const command = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
      process.kill(Number(command), signal);
    },
    close,
    waitFor: (text) =>
      new Promise((resolve, reject) => {
        function check(): void {
          const at = screen.indexOf(text, read);
          if (at < 0) return;
          read = at + text.length;
          watchers.delete(check);
          resolve();
        }
        watchers.add(check);
        check();
        exited.then((code) => reject(new Error(`It exited with ${code} before "${text}".\n${screen}`)), reject);
      }),
    [Symbol.asyncDispose]: close,
  };
}
