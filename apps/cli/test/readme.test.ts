import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startTestPostgres } from '@shipmate/db/testing';
import type { WorkspaceListResponse, WorkspaceResponse } from '@shipmate/protocol';
import { modelEnvironmentSchema } from '@shipmate/providers';
import { expect, it } from 'vitest';
import { signIn } from './browser.ts';
import { startArtifactHub } from './browser/artifact-hub.ts';
import { findCodeBlocks } from './documents/code-blocks.ts';
import { readRepositoryFile, toScripts } from './documents/repository.ts';
import { createTemporaryFolder, readAddresses, runShipmate, shipmate } from './shipmate.ts';
import { spawnProcess } from './spawn-process.ts';

const page = await readRepositoryFile('README.md');
const blocks = findCodeBlocks('README.md', page);
const shellBlocks = blocks.filter(({ language }) => language === 'sh');

/** The shell blocks by what is done with them here. */
const headlines = shellBlocks.filter(({ code }) => /^npx -y pnpm@12 (start|test)\n$/.test(code));
const tokens = shellBlocks.filter(({ code }) => code.startsWith('npx -y pnpm@12 shipmate token create '));
const requests = shellBlocks.filter(({ code }) => /^(curl|sh examples\/)/.test(code));
const migrations = shellBlocks.filter(({ code }) => code.startsWith('export DATABASE_URL='));
const apps = shellBlocks.filter(({ code }) => /^(npx -y pnpm@12 --filter @shipmate\/\S+ start\n)+$/.test(code));

/** Runs commands in the repository, with the Node of this process, and returns what they print. */
async function runInShell(commands: string, variables: Readonly<Record<string, string>>): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: fileURLToPath(new URL('../../../', import.meta.url)),
    env: { PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`, ...variables },
  });
  return stdout;
}

it('has no shell block that is not run', () => {
  const run = [headlines, tokens, requests, migrations, apps];
  for (const group of run) expect(group).not.toEqual([]);
  expect(shellBlocks.filter((block) => !run.flat().includes(block))).toEqual([]);
});

it('begins with the scripts that start and test, the latter run by CI', async () => {
  expect(await Promise.all(headlines.map(({ code }) => toScripts(code)))).toEqual([
    expect.stringMatching(/ && pnpm run shipmate up\n$/),
    expect.stringMatching(/ && vitest run\n$/),
  ]);
  expect(await readRepositoryFile('.ci/run')).toMatch(/^step pnpm test$/m);
});

it('shows what start prints and what tools answer', async () => {
  await using folder = await createTemporaryFolder();
  await using hub = await startArtifactHub();
  const variables = { SHIPMATE_DATA_DIR: folder.path };
  await runShipmate(['migrate', '--seed'], variables);
  const [token = ''] = await Promise.all(tokens.map(async ({ code }) => runInShell(await toScripts(code), variables)));

  await using up = shipmate(['up'], { ...variables, ARTIFACT_HUB_URL: hub.url, DEMO_CLUSTER: 'on' });
  const { signInUrl, webUrl, toolsApiUrl, workerUrl } = await readAddresses(up);
  const printed = up
    .output()
    .stdout.replace(/token=\S+/, 'token=…')
    .replace(/\S+\/kubeconfig/, '…/kubeconfig')
    .replace(webUrl, 'http://127.0.0.1:3000')
    .replace(toolsApiUrl, 'http://127.0.0.1:8080')
    .replace(workerUrl, 'http://127.0.0.1:3001')
    .replace(folder.path, '/home/ada/shipmate/.shipmate');
  expect(printed).toBe(`\n${headlines[0]?.output}`);

  const browser = await signIn(signInUrl);
  const [workspace] = (await browser.get<WorkspaceListResponse>('/api/workspaces')).workspaces;
  const inShell = {
    SHIPMATE_TOKEN: token.trim(),
    WORKSPACE_ID: workspace?.id ?? '',
    TOOLS_API_URL: toolsApiUrl,
  };
  let answers = '';
  for (const { code, output } of requests) {
    const answer = await runInShell(code.replaceAll('http://127.0.0.1:8080', toolsApiUrl), inShell);
    expect(answer.trim()).toMatch(/^\{"success":true,/);
    expect(`${answer}\n`).toBe(output ?? `${answer}\n`);
    answers += answer;
  }
  expect(answers).not.toContain('"success":false');
  expect(answers).toContain('"version":"21.4.2"');
  expect(answers).toContain(String.raw`\ndependencies:\n  - name: redis\n    version: 21.4.2\n`);

  const { files } = await browser.get<WorkspaceResponse>(`/api/workspaces/${inShell.WORKSPACE_ID}`);
  expect(files.flatMap(({ path, pendingOp }) => (pendingOp ? [[pendingOp, path]] : []))).toEqual([
    ['modify', 'Chart.yaml'],
    ['create', 'ci/redis-values.yaml'],
    ['modify', 'values.yaml'],
  ]);
  const accept = `/api/workspaces/${inShell.WORKSPACE_ID}/changes/accept`;
  expect(await browser.post<WorkspaceResponse>(accept, { revisionNumber: 0 })).toMatchObject({
    workspace: { currentRevisionNumber: 1, pendingCount: 0 },
  });
});

it('shows how the apps are started apart', async () => {
  const postgres = await startTestPostgres();
  await using _ = { [Symbol.asyncDispose]: () => postgres.stop() };
  const url = await postgres.url();
  for (const { code } of migrations) {
    await runInShell((await toScripts(code)).replace('postgres://shipmate@127.0.0.1:5432/shipmate', url), {});
  }
  const names = apps.flatMap(({ code }) =>
    [...code.matchAll(/--filter @shipmate\/(\S+) start/g)].map(([, name]) => name),
  );
  expect(names).toEqual(['tools-api', 'worker', 'web']);
  for (const name of names) {
    const { scripts } = JSON.parse(await readRepositoryFile(`apps/${name}/package.json`)) as {
      scripts: { start: string };
    };
    expect(scripts.start).toMatch(/^node --conditions=@shipmate\/source .*src\/main\.ts$/);
    await using app = spawnProcess({ file: `../../${name}/src/main.ts`, variables: { DATABASE_URL: url, PORT: '0' } });
    const [, address = ''] = await app.waitFor(/"url":"(http[^"]+)","msg":"listening"/);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    app.kill('SIGTERM');
    expect(await app.exited).toBe(0);
  }
});

it('names every environment variable', async () => {
  const sources = await Promise.all(
    ['cli', 'web', 'worker', 'tools-api'].map((app) => readRepositoryFile(`apps/${app}/src/env.ts`)),
  );
  const declared = sources.flatMap((source) => [...source.matchAll(/^ +([A-Z][A-Z_]+): /gm)].map(([, name]) => name));
  const named = new Set([...page.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name));
  expect(declared).toContain('DATABASE_URL');
  expect([...declared, ...Object.keys(modelEnvironmentSchema.shape)].filter((name) => !named.has(name ?? ''))).toEqual(
    [],
  );
});
