import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const program = fileURLToPath(new URL('fixtures/shutdown-process.ts', import.meta.url));

it.each([
  { closes: 'clean', signals: ['SIGTERM'], exitCode: 0 },
  { closes: 'clean', signals: ['SIGINT'], exitCode: 0 },
  { closes: 'clean', signals: ['SIGHUP', 'SIGHUP'], exitCode: 0 },
  { closes: 'fails', signals: ['SIGTERM'], exitCode: 1 },
  { closes: 'hangs', signals: ['SIGINT', 'SIGINT'], exitCode: 1 },
  { closes: 'hangs', signals: ['SIGHUP', 'SIGTERM'], exitCode: 1 },
] as const)('a process that $closes on $signals exits with $exitCode', async ({ closes, signals, exitCode }) => {
  const child = spawn(process.execPath, ['--conditions=@shipmate/source', program, closes]);
  const exited = once(child, 'exit');
  const remaining: NodeJS.Signals[] = [...signals];
  for await (const line of createInterface(child.stdout)) {
    if (line !== 'ready' && !line.includes('shutting down')) continue;
    const next = remaining.shift();
    if (next) child.kill(next);
  }
  expect(await exited).toEqual([exitCode, null]);
});
