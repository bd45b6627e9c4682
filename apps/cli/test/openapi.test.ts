import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { CreateApiTokenResponse } from '@shipmate/protocol/web/tokens';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Browser, signIn } from './browser.ts';
import { createDataDirectory, createTemporaryFolder, readAddresses, shipmate } from './shipmate.ts';

const run = promisify(execFile);
const rules = fileURLToPath(new URL('../redocly.yaml', import.meta.url));
const example = dirname(createRequire(import.meta.url).resolve('@shipmate/openapi-client-example/package.json'));

const stack = new AsyncDisposableStack();
let folder: string;
let urls: { readonly web: string; readonly tools: string };
let browser: Browser;
beforeAll(async () => {
  const data = stack.use(await createDataDirectory());
  folder = stack.use(await createTemporaryFolder()).path;
  const up = stack.use(shipmate(['up', '--data-dir', data.path]));
  const { signInUrl, webUrl, toolsApiUrl } = await readAddresses(up);
  urls = { web: webUrl, tools: toolsApiUrl };
  browser = await signIn(signInUrl);
});
afterAll(() => stack.disposeAsync());

it.each(['web', 'tools'] as const)('the OpenAPI document of %s has no problem that Redocly finds', async (app) => {
  const file = join(folder, `${app}.json`);
  await writeFile(file, await (await fetch(`${urls[app]}/openapi.json`)).text());
  const redocly = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');
  const args = [redocly, 'lint', file, '--config', rules, '--format', 'json'];
  const environment = {
    PATH: dirname(process.execPath),
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
  const { stdout } = await run(process.execPath, args, { env: environment }).catch(
    (error: { stdout: string }) => error,
  );
  const { totals, problems } = JSON.parse(stdout) as { totals: object; problems: { message: string }[] };
  expect([totals, problems.map(({ message }) => message)]).toEqual([{ errors: 0, warnings: 0, ignored: 0 }, []]);
});

it('a client generated from the documents compiles and calls both apps', async () => {
  const node = (file: string, ...args: string[]) => run(process.execPath, [file, ...args], { cwd: example });
  const generate = join(example, 'node_modules/openapi-typescript/bin/cli.js');
  for (const [app, name] of [
    ['web', 'web-api'],
    ['tools', 'tools-api'],
  ] as const) {
    await node(generate, `${urls[app]}/openapi.json`, '-o', `generated/${name}.d.ts`);
  }
  const compiled = await node('node_modules/typescript/bin/tsc', '--noEmit', '-p', '.').catch(
    (error: { stdout: string }) => error,
  );
  expect(compiled.stdout).toBe('');

  const { secret } = await browser.post<CreateApiTokenResponse>('/api/tokens', { name: 'typed', expiresInDays: 1 });
  const { stdout } = await node('list-workspaces.ts', urls.web, urls.tools, secret);
  expect(stdout).toBe(
    'workspaces: Sample shop, Sample shop\nChart.yaml: apiVersion: v2\nerror: Workspace not found.\n',
  );
});
