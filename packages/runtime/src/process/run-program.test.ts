import { tmpdir } from 'node:os';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runProgram } from './run-program.ts';

it('runProgram passes on all that an ended program has written, though its caller is slow', async () => {
  let length = 0;
  const options = { cwd: tmpdir(), env: {}, timeoutMs: 20_000, maxOutputBytes: 1_000 };
  await runProgram([process.execPath, '--eval', 'process.stdout.write("x".repeat(500_000))'], options, {
    signal: new AbortController().signal,
    tag: 'slow',
    async onStdout(bytes) {
      // The caller's own slowness, longer than the silence after which pipes are closed.
      await delay(250);
      length += bytes.length;
    },
  });
  expect(length).toBe(500_000);
});
