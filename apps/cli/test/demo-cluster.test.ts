import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryFolder, readAddresses, runShipmate, shipmate } from './shipmate.ts';

/** Calls a tool of tools-api. */
async function callTool(toolsApiUrl: string, token: string, { name, input }: { name: string; input: object }) {
  const response = await fetch(`${toolsApiUrl}/api/tools/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  return (await response.json()) as { readonly data: { readonly context: string; readonly data: string } };
}

it('shows a simulated cluster, labelled as one, to tools and to kubectl', async () => {
  await using folder = await createTemporaryFolder();
  const variables = { SHIPMATE_DATA_DIR: join(folder.path, 'data') };
  await runShipmate(['migrate', '--seed'], variables);
  const { stdout: token } = await runShipmate(['token', 'create', '--name', 'test'], variables);
  await using up = shipmate(['up'], { ...variables, DEMO_CLUSTER: 'on' });
  const { toolsApiUrl } = await readAddresses(up);
  const [, path = ''] = await up.waitFor(/Cluster +Demo \(simulated[^]+--kubeconfig (\S+)/);
  expect(await readFile(path, 'utf8')).toContain('current-context: demo (simulated)');
  const input = { resource: 'pods', namespace: 'shop', labels: 'app=checkout' };
  const { data } = await callTool(toolsApiUrl, token.trim(), { name: 'kubectl_get', input });
  expect(data.context).toBe('demo (simulated)');
  expect(data.data).toContain('CrashLoopBackOff');
  up.kill('SIGTERM');
  expect(await up.exited).toBe(0);
  await expect(readFile(path)).rejects.toThrow('ENOENT');
});

it('leaves it out on request, and where a cluster is configured', async () => {
  await using folder = await createTemporaryFolder();
  for (const { args, variables } of [
    { args: ['--no-demo-cluster'], variables: { DEMO_CLUSTER: 'on' } },
    { args: [], variables: { DEMO_CLUSTER: 'on', KUBECONFIG: join(folder.path, 'mine') } },
  ]) {
    await using up = shipmate(['up', '--data-dir', join(folder.path, 'data'), ...args], variables);
    await readAddresses(up);
    expect(up.output().stdout).not.toContain('simulated');
    up.kill('SIGTERM');
    expect(await up.exited).toBe(0);
  }
});
