import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { silentLogger } from '@shipmate/core';
import { createDatabase } from '@shipmate/db';
import { startTestPostgres, type TestPostgres } from '@shipmate/db/testing';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { storeAnsweredConversation } from './answered-conversation.ts';

/** Node's compile cache, which nearly halves the start of a process. */
const compileCache = join(tmpdir(), 'shipmate-compile-cache');

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(() => postgres.stop());

function start(variables: Record<string, string>) {
  const child = spawn(process.execPath, ['--conditions=@shipmate/source', main], {
    env: { NODE_COMPILE_CACHE: compileCache, ...variables },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

it("the standalone process executes another process's queued job, serves on PORT and stops on SIGTERM", async () => {
  const databaseUrl = await postgres.url();
  const database = await createDatabase({ databaseUrl }, { logger: silentLogger });
  onTestFinished(() => database.close());
  await database.migrate();
  await database.start();
  const read = await storeAnsweredConversation(database.unitOfWork);

  const worker = start({ DATABASE_URL: databaseUrl, PORT: '0' });
  const exited = once(worker, 'exit');
  const lines = new Map<string, { readonly url?: string }>();
  for await (const text of createInterface(worker.stdout)) {
    const { msg, ...line } = JSON.parse(text) as { msg: string; url?: string };
    lines.set(msg, line);
    if (lines.has('listening') && lines.has('conversation described')) break;
  }
  expect((await fetch(`${lines.get('listening')?.url}/readyz`)).status).toBe(200);
  worker.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  expect(await read()).toEqual({ title: 'Set 3 replicas', summary: expect.stringContaining('A small web shop') });
});

it('the standalone process names missing and invalid variables', async () => {
  const worker = start({ WORKER_PORT: 'three thousand' });
  let output = '';
  for await (const chunk of worker.stderr) output += String(chunk);
  expect(output).toMatch(/DATABASE_URL is missing.*\n.*WORKER_PORT must be a number/);
});
