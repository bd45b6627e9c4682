import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { expect, it } from 'vitest';
import { locateProgram, sourceArgs } from './spawn-process.ts';

// A pipe without a reader gives EPIPE, because Node ignores SIGPIPE: https://nodejs.org/api/process.html#signal-events
it('a command whose reader ended exits with 141 and without a word', async () => {
  const child = spawn(process.execPath, [...sourceArgs, locateProgram('../src/main.ts'), 'completion', 'bash'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let warned = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (warned += text));
  const [exitCode] = await once(child, 'close');
  expect({ exitCode, warned }).toEqual({ exitCode: 141, warned: '' });
});
