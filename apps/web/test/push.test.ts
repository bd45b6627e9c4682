import { execFile } from 'node:child_process';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ErrorEnvelope } from '@shipmate/protocol/error';
import type { AuditListResponse } from '@shipmate/protocol/web/audit';
import type { PushResponse } from '@shipmate/protocol/web/push';
import type { CreateWorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { createArtifactHubClient, createChartRepository } from '@shipmate/tools';
import { createGitCli } from '@shipmate/tools/git';
import { expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { startWeb } from './start-web.ts';

const run = promisify(execFile);

/** Starts the web app with a signed-in browser and an empty repository to push to. */
async function startWithRepository() {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'shipmate-push-')));
  const git = async (...args: readonly string[]) => (await run('git', args, { cwd: folder.path })).stdout;
  await git('init', '--quiet', '--bare');
  const chartExchange = {
    chartCatalog: createArtifactHubClient(),
    chartRepository: createChartRepository(),
    git: createGitCli({ allowFile: true }),
  };
  const web = stack.use(await startWeb({ chartExchange }));
  const browser = await web.signIn();
  const { workspaceId } = await read<CreateWorkspaceResponse>(
    await browser.post('/api/workspaces', { template: 'sample' }),
  );
  const push = { remote: `file://${folder.path}`, branch: 'shipmate/shop', message: 'Add the shop' };
  const path = `/api/workspaces/${workspaceId}`;
  const owned = stack.move();
  return { browser, git, push, path, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

it('POST push pushes a chart as a branch, in the name of the user', async () => {
  await using started = await startWithRepository();
  const { browser, git, push, path } = started;
  const response = await browser.post(`${path}/push`, { ...push, folder: 'charts/shop' });
  expect(response.status).toBe(201);
  const { commit, ...pushed } = await read<PushResponse>(response);
  expect(pushed).toEqual({ branch: 'shipmate/shop', compareUrl: null });
  const { email, name } = browser.tenant.user;
  expect(await git('log', '--format=%H|%an|%ae|%B', 'shipmate/shop')).toBe(
    `${commit}|${name}|${email}|Add the shop\n\n`,
  );
  expect(await git('ls-tree', '-r', '--name-only', 'shipmate/shop')).toContain('charts/shop/templates/ingress.yaml\n');
  const { entries } = await read<AuditListResponse>(await browser.fetch('/api/audit'));
  expect(entries.map(({ kind, details }) => [kind, details])).toMatchObject([
    ['push_done', { branch: 'shipmate/shop', commit }],
    ['push_asked', { branch: 'shipmate/shop' }],
  ]);
});

it('POST push pushes pending changes on request', async () => {
  await using started = await startWithRepository();
  const { browser, git, push, path } = started;
  await browser.post(`${path}/files`, { path: 'new.txt', content: 'new' });
  await browser.post(`${path}/push`, push);
  await browser.post(`${path}/push`, { ...push, branch: 'pending', pending: true });
  expect(await git('diff', '--name-only', 'shipmate/shop', 'pending')).toBe('new.txt\n');
});

it('POST push overwrites no branch', async () => {
  await using started = await startWithRepository();
  const { browser, push, path } = started;
  await browser.post(`${path}/push`, push);
  expect(await readError(await browser.post(`${path}/push`, push))).toEqual([409, 'CONFLICT']);
});

it.each([
  [{ branch: '--all' }, 400, 'VALIDATION_ERROR'],
  [{ message: ' ' }, 400, 'VALIDATION_ERROR'],
  [{ folder: '../up' }, 400, 'VALIDATION_ERROR'],
  [{ remote: 'https://127.0.0.1/a/b' }, 400, 'VALIDATION_ERROR'],
  [{ remote: 'file:///nowhere/at/all' }, 404, 'NOT_FOUND'],
  [{ revision: 7 }, 404, 'NOT_FOUND'],
  [{ chart: 'x' }, 404, 'NOT_FOUND'],
])('POST push refuses %j without revealing the token', async (given, status, code) => {
  await using started = await startWithRepository();
  const { browser, git, push, path } = started;
  const response = await browser.post(`${path}/push`, { ...push, token: 'hunter2', ...given });
  const envelope = await read<ErrorEnvelope>(response);
  expect([response.status, envelope.code]).toEqual([status, code]);
  expect(JSON.stringify(envelope)).not.toContain('hunter2');
  expect(await git('branch', '--list')).toBe('');
});
