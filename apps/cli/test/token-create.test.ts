import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createTemporaryFolder, readAddresses, runShipmate, shipmate } from './shipmate.ts';

it('shipmate token create makes a token with which a program calls a tool through tools-api', async () => {
  await using folder = await createTemporaryFolder();
  const dataDir = ['--data-dir', folder.path];
  const early = await runShipmate(['token', 'create', '--name', 'ci', ...dataDir]);
  expect(early).toMatchObject({ exitCode: 1, stdout: '' });
  expect(early.stderr).toContain('contains no database. Run "shipmate up" or "shipmate migrate --seed" once');
  expect(await readdir(folder.path)).toEqual([]);

  const seeded = await runShipmate(['migrate', '--seed', ...dataDir]);
  expect(seeded).toMatchObject({ exitCode: 0, stderr: '' });
  expect(seeded.stdout).toContain('Created the user demo@shipmate.local');
  expect((await runShipmate(['migrate', '--seed', ...dataDir])).stdout).toContain('nothing was seeded');

  const stranger = await runShipmate(['token', 'create', '--name', 'ci', '--user', 'nobody@example.com', ...dataDir]);
  expect(stranger).toMatchObject({ exitCode: 1, stdout: '' });
  expect(stranger.stderr).toContain('User "nobody@example.com" with an organization not found.');

  const created = await runShipmate(['token', 'create', '--name', 'ci', '--expires-in', '1h', ...dataDir]);
  expect(created.exitCode).toBe(0);
  expect(created.stdout).toMatch(/^shp_[\w-]{43}\n$/);

  const scope = ['--scope', 'read, cluster:write'];
  const scoped = await runShipmate(['token', 'create', '--name', 'deploy', ...scope, ...dataDir]);
  expect(scoped.stderr).toContain('Its scopes: read, cluster:write.');

  await using up = shipmate(['up', ...dataDir]);
  const { toolsApiUrl } = await readAddresses(up);
  const call = (token: string, name = 'latestKubernetesVersion') =>
    fetch(`${toolsApiUrl}/api/tools/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
  const answer = await call(created.stdout.trim());
  expect([answer.status, await answer.json()]).toMatchObject([200, { success: true }]);
  expect((await call('shp_wrong')).status).toBe(401);
  expect([(await call(created.stdout.trim(), 'renameFile')).status]).toEqual([400]);
  expect([(await call(scoped.stdout.trim(), 'renameFile')).status]).toEqual([404]);
});

it.each([
  { args: ['token', 'create'], says: '--name', exitCode: 1 },
  { args: ['token', 'create', '--name', 'ci', '--expires-in', 'soon'], says: 'is not a duration', exitCode: 1 },
  {
    args: ['token', 'create', '--name', 'ci', '--scope', 'read,cluster:admin'],
    says: 'Scope "cluster:admin" not found. Known scopes: read, chart:read,',
    exitCode: 1,
  },
  { args: ['up', '--port', 'high'], says: '--port: must be a number', exitCode: 1 },
  { args: ['up', '--host', 'x'], says: '"--host"', exitCode: 2 },
])('shipmate refuses $args with an explanation', async ({ args, says, exitCode }) => {
  const { stderr, stdout, ...exit } = await runShipmate(args);
  expect({ ...exit, stdout }).toEqual({ exitCode, stdout: '' });
  expect(stderr).toContain(says);
  expect(stderr).not.toContain('    at ');
});
