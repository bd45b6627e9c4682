import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startTestPostgres, type TestPostgres } from '@shipmate/db/testing';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';

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

it('the standalone process migrates, serves on PORT and stops on SIGTERM', async () => {
  const api = start({ DATABASE_URL: await postgres.url(), PORT: '0' });
  const exited = once(api, 'exit');
  for await (const line of createInterface(api.stdout)) {
    const { msg, url } = JSON.parse(line) as { msg: string; url?: string };
    if (msg !== 'listening') continue;
    const ready = await fetch(`${url}/readyz`);
    expect(await ready.json()).toEqual({ status: 'ready', checks: { database: 'ok' } });
    expect((await fetch(`${url}/api/tools`)).status).toBe(401);
    api.kill('SIGTERM');
  }
  expect(await exited).toEqual([0, null]);
});

it('the standalone process prints one line for each missing or invalid variable', async () => {
  const api = start({ PORT: 'eighty', SHIPMATE_SECRET: 'short-s3cret' });
  let output = '';
  for await (const chunk of api.stderr) output += String(chunk);
  expect(output.trimEnd().split('\n')).toEqual([
    'tools-api: DATABASE_URL is missing: send a string',
    'tools-api: PORT must be a number',
    'tools-api: SHIPMATE_SECRET must have at least 32 characters',
  ]);
  expect(api.exitCode ?? (await once(api, 'exit'))[0]).toBe(1);
});
