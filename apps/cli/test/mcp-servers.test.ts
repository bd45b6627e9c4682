import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDataDirectory, readAddresses, runShipmate, shipmate } from './shipmate.ts';

it('shipmate mcp-servers adds a server, accepts one of its tools and removes it', async () => {
  await using folder = await createDataDirectory();
  const dataDir = ['--data-dir', folder.path];
  await runShipmate(['migrate', '--seed', ...dataDir]);
  const createToken = async (scope: string) =>
    (await runShipmate(['token', 'create', '--name', 'ci', '--scope', scope, ...dataDir])).stdout.trim();
  const token = await createToken('organization:read,change_mcp_servers');
  const tokenFile = join(folder.path, 'token');
  await writeFile(tokenFile, `${await createToken('chart:read')}\n`);
  await using up = shipmate(['up', ...dataDir], { ALLOW_PRIVATE_NETWORKS: 'true' });
  const { webUrl, toolsApiUrl } = await readAddresses(up);
  const servers = (...args: readonly string[]) =>
    runShipmate(['mcp-servers', ...args], { SHIPMATE_URL: webUrl, SHIPMATE_TOKEN: token });

  // The installation is a client of its own MCP server.
  const address = ['--address', `${toolsApiUrl}/mcp?toolset=chart`, '--token-file', tokenFile];
  expect((await servers('list')).stdout).toContain('No MCP servers.');
  const added = await servers('add', 'own', ...address, '--agents', 'plain,chart');
  expect([added.exitCode, added.stdout]).toEqual([0, expect.stringContaining(`own: ${toolsApiUrl}/mcp`)]);
  expect(added.stdout).toMatch(/latestKubernetesVersion +off +reads\n/);

  const unconfirmed = await servers('accept', 'own', 'latestKubernetesVersion');
  expect([unconfirmed.exitCode, unconfirmed.stderr]).toEqual([3, expect.stringContaining('--yes')]);
  expect(unconfirmed.stderr).toContain('+ reads without approval');
  const accepted = await servers('accept', 'own', 'latestKubernetesVersion', '--yes');
  expect([accepted.exitCode, accepted.stdout]).toEqual([
    0,
    expect.stringMatching(/latestKubernetesVersion +on +reads\n/),
  ]);
  const again = await servers('accept', 'own', 'latestKubernetesVersion,previewChart', '--yes');
  expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining('nothing to accept')]);
  expect((await servers('refresh', 'own')).exitCode).toBe(0);
  expect(await servers('remove', 'own')).toEqual({ exitCode: 0, stdout: 'Removed own.\n', stderr: '' });
  const unknown = await servers('refresh', 'own');
  expect(unknown.stderr).toContain('MCP server "own" not found. Add one with "shipmate mcp-servers add".');
});
