import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ImportArchiveResponse } from '@shipmate/protocol/web/archive';
import type {
  ChartFolderResponse,
  PushJobResponse,
  RepositoryView,
  WorkspaceSourceResponse,
} from '@shipmate/protocol/web/repositories';
import type { WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { startWeb, type TestWeb } from './start-web.ts';

const run = promisify(execFile);

let folder: string;
let source: string;
let web: TestWeb;
let owner: Awaited<ReturnType<TestWeb['signIn']>>;
let path: string;

const git = async (...args: readonly string[]) => {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  const settings = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  return (await run('git', [...settings, ...args], { cwd: source, env })).stdout;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shipmate-web-charts-'));
  source = join(folder, 'code', 'shop');
  const chart = join(source, 'deploy', 'checkout');
  await mkdir(join(chart, 'templates'), { recursive: true });
  await mkdir(join(chart, 'charts', 'redis'), { recursive: true });
  await writeFile(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: checkout\nversion: 1.0.0\n');
  await writeFile(join(chart, 'charts', 'redis', 'Chart.yaml'), 'apiVersion: v2\nname: redis\nversion: 1.0.0\n');
  await writeFile(join(chart, 'values.yaml'), 'replicas: 1\n');
  await writeFile(join(chart, 'templates', 'old.yaml'), 'kind: ConfigMap\n');
  await writeFile(join(chart, 'render.sh'), 'helm template .\n');
  await chmod(join(chart, 'render.sh'), 0o755);
  await writeFile(join(chart, 'logo.png'), Buffer.from([0x89, 0, 1, 2]));
  await symlink('values.yaml', join(chart, 'values-link.yaml'));
  await writeFile(join(source, 'README.md'), '# Shop\n');
  await git('init', '--quiet', '--initial-branch=main');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'Begin');
  web = await startWeb({ repositories: { root: join(folder, 'clones'), roots: [join(folder, 'code')] } });
  owner = await web.signIn();
  const added = await read<RepositoryView>(await owner.post('/api/repositories', { name: 'shop', localPath: source }));
  path = `/api/repositories/${added.id}`;
  await owner.post(`${path}/fetch`, {});
});

afterAll(async () => {
  await web[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function openChart(): Promise<string> {
  const opened = await owner.post(`${path}/charts`, { folder: 'deploy/checkout' });
  expect(opened.status).toBe(201);
  return (await read<ImportArchiveResponse>(opened)).workspaceId;
}

async function save(workspaceId: string, file: string, content: string): Promise<void> {
  const { files } = await read<WorkspaceResponse>(await owner.fetch(`/api/workspaces/${workspaceId}`));
  const known = files.find((each) => each.path === file);
  const base = `/api/workspaces/${workspaceId}`;
  const saved = known
    ? await owner.send('PUT', `${base}/files`, { path: file, content, version: known.version })
    : await owner.post(`${base}/files`, { path: file, content });
  expect([file, saved.ok]).toEqual([file, true]);
}

async function acceptAll(workspaceId: string): Promise<void> {
  const base = `/api/workspaces/${workspaceId}`;
  const { workspace } = await read<WorkspaceResponse>(await owner.fetch(base));
  const seen = { revisionNumber: workspace.currentRevisionNumber };
  expect((await owner.post(`${base}/changes/accept`, seen)).ok).toBe(true);
}

it('charts of a repository are listed once each, without the charts inside of them', async () => {
  const listed = await read<ChartFolderResponse>(await owner.fetch(`${path}/charts?branch=main`));
  expect(listed).toEqual({ commit: (await git('rev-parse', 'main')).trim(), folders: ['deploy/checkout'] });
  expect(await readError(await owner.post(`${path}/charts`, { folder: 'deploy' }))).toEqual([404, 'NOT_FOUND']);
  expect(await readError(await owner.post(`${path}/charts`, { folder: '../x' }))).toEqual([404, 'NOT_FOUND']);
});

it('an opened chart is a workspace that knows where it comes from, and names the files that it leaves out', async () => {
  const opened = await read<ImportArchiveResponse>(await owner.post(`${path}/charts`, { folder: 'deploy/checkout' }));
  const { workspaceId } = opened;
  expect(opened.left).toEqual([
    { path: 'logo.png', reason: 'binary' },
    { path: 'values-link.yaml', reason: 'unsafe_path' },
  ]);
  const { workspace, files } = await read<WorkspaceResponse>(await owner.fetch(`/api/workspaces/${workspaceId}`));
  expect(workspace).toMatchObject({ name: 'checkout', createdType: 'repository' });
  expect(files.map((file) => file.path)).toContain('charts/redis/Chart.yaml');
  const found = await read<WorkspaceSourceResponse>(await owner.fetch(`/api/workspaces/${workspaceId}/source`));
  expect(found.source).toMatchObject({
    repositoryName: 'shop',
    folder: 'deploy/checkout',
    branch: 'main',
    pushed: null,
    canPropose: false,
  });
});

it('accepted changes are pushed as one commit on the opened one; all other files keep content and mode', async () => {
  const workspaceId = await openChart();
  const base = `/api/workspaces/${workspaceId}`;
  expect(await readError(await owner.post(`${base}/push-back`, { message: 'Nothing' }))).toEqual([409, 'CONFLICT']);
  await save(workspaceId, 'values.yaml', 'replicas: 3\n');
  await save(workspaceId, 'render.sh', 'helm template checkout .\n');
  await save(workspaceId, 'templates/new.yaml', 'kind: Secret\n');
  const { files } = await read<WorkspaceResponse>(await owner.fetch(base));
  const old = files.find((file) => file.path === 'templates/old.yaml');
  const deletion = { files: [{ path: old?.path, version: old?.version }] };
  expect((await owner.send('DELETE', `${base}/files`, deletion)).ok).toBe(true);
  await acceptAll(workspaceId);
  // A later commit of a colleague on the branch is not undone.
  await writeFile(join(source, 'README.md'), '# The shop\n');
  await git('commit', '--quiet', '--all', '--message', 'Rename');
  const refused = await owner.post(`${base}/push-back`, { message: 'Scale', branch: 'main' });
  expect(await readError(refused)).toEqual([409, 'CONFLICT']);
  await owner.send('PATCH', path, { defaultBranch: 'release' });
  const configured = await owner.post(`${base}/push-back`, { message: 'Scale', branch: 'release' });
  expect(await readError(configured)).toEqual([409, 'CONFLICT']);
  await owner.send('PATCH', path, { defaultBranch: null });
  const response = await owner.post(`${base}/push-back`, { message: 'Scale checkout' });
  expect(response.status).toBe(201);
  const pushed = await read<PushJobResponse>(response);
  expect(pushed).toMatchObject({ branch: expect.stringMatching(/^shipmate\/checkout-/), created: true });
  const changed = await git('diff', '--raw', '--no-renames', `${pushed.commit}^`, pushed.commit);
  expect(
    changed
      .trim()
      .split('\n')
      .map((line) => line.replace(/^:(\d+) (\d+) \S+ \S+ /, '$1 $2 ')),
  ).toEqual([
    '100755 100755 M\tdeploy/checkout/render.sh',
    '000000 100644 A\tdeploy/checkout/templates/new.yaml',
    '100644 000000 D\tdeploy/checkout/templates/old.yaml',
    '100644 100644 M\tdeploy/checkout/values.yaml',
  ]);
  expect((await git('log', '-1', '--format=%s', pushed.branch)).trim()).toBe('Scale checkout');
  expect((await git('merge-base', 'main', pushed.commit)).trim()).toBe((await git('rev-parse', 'main^')).trim());
  // The next push continues on the branch.
  await save(workspaceId, 'values.yaml', 'replicas: 5\n');
  const pending = await owner.post(`${base}/push-back`, { message: 'Nothing accepted' });
  expect(await readError(pending)).toEqual([409, 'CONFLICT']);
  await acceptAll(workspaceId);
  const next = await read<PushJobResponse>(await owner.post(`${base}/push-back`, { message: 'Scale more' }));
  expect(next).toMatchObject({ branch: pushed.branch, created: false });
  expect((await git('rev-parse', `${next.commit}^`)).trim()).toBe(pushed.commit);
  expect(await git('show', `${next.branch}:deploy/checkout/values.yaml`)).toBe('replicas: 5\n');
  const proposal = await owner.post(`${base}/change-request`, { title: 'Scale checkout' });
  expect(await readError(proposal)).toEqual([409, 'CONFLICT']);
});

it('pending changes are pushed when asked, and a changed file that adds a secret is refused', async () => {
  const workspaceId = await openChart();
  const base = `/api/workspaces/${workspaceId}`;
  await save(workspaceId, 'values.yaml', `token: ghp_${'a1B2c3D4e5F6g7H8i9'.repeat(2)}\n`);
  const refused = await owner.post(`${base}/push-back`, { message: 'Add a token', pending: true });
  expect(await readError(refused)).toEqual([409, 'CONFLICT']);
  await save(workspaceId, 'values.yaml', 'replicas: 2\n');
  const pushed = await read<PushJobResponse>(
    await owner.post(`${base}/push-back`, { message: 'Scale', pending: true, branch: 'ada/scale' }),
  );
  expect(await git('show', `${pushed.commit}:deploy/checkout/values.yaml`)).toBe('replicas: 2\n');
  // A pending change that is rejected is undone by the next push to the same branch, and a kept one stays.
  await save(workspaceId, 'templates/new.yaml', 'kind: Secret\n');
  const more = await read<PushJobResponse>(await owner.post(`${base}/push-back`, { message: 'Add', pending: true }));
  expect(more).toMatchObject({ branch: 'ada/scale', created: false });
  const rejection = { revisionNumber: 0, paths: ['templates/new.yaml'] };
  expect((await owner.post(`${base}/changes/reject`, rejection)).ok).toBe(true);
  await acceptAll(workspaceId);
  const last = await read<PushJobResponse>(await owner.post(`${base}/push-back`, { message: 'Keep the scale' }));
  expect((await git('diff', '--name-only', last.commit, pushed.commit)).trim()).toBe('');
  expect((await git('rev-parse', `${last.commit}^`)).trim()).toBe(more.commit);
  const { source: kept } = await read<WorkspaceSourceResponse>(await owner.fetch(`${base}/source`));
  expect(kept).toMatchObject({ pushed: { branch: 'ada/scale', commit: last.commit } });
});

it('a workspace that was not opened from a repository is not pushed back', async () => {
  const made = await read<{ readonly workspaceId: string }>(await owner.post('/api/workspaces', {}));
  const base = `/api/workspaces/${made.workspaceId}`;
  expect(await read<WorkspaceSourceResponse>(await owner.fetch(`${base}/source`))).toEqual({ source: null });
  expect(await readError(await owner.post(`${base}/push-back`, { message: 'Add' }))).toEqual([409, 'CONFLICT']);
});
