import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { signIn } from './browser.ts';
import { createDataDirectory, readAddresses, shipmate } from './shipmate.ts';

it('shipmate up starts a simulated cluster for agents and kubectl that is labelled as simulated', async () => {
  await using folder = await createDataDirectory();
  await using up = shipmate(['up', '--data-dir', folder.path], { DEMO_CLUSTER: 'on' });
  const { signInUrl } = await readAddresses(up);
  const [, path = ''] = await up.waitFor(/Cluster +Demo \(simulated[^]+--kubeconfig (\S+)/);
  expect(await readFile(path, 'utf8')).toContain('current-context: demo (simulated)');
  const browser = await signIn(signInUrl);
  const question = { message: 'Why is checkout crashing?', context_type: 'cluster' };
  const stream = await browser.readStream('/v1/agent/chat', question);
  const answer = [...stream.matchAll(/"chunk":(".*?(?<!\\)")/g)].map(([, chunk = '']) => JSON.parse(chunk)).join('');
  expect(answer).toContain('demo (simulated)');
  expect(answer).toContain('HAS NO KEY');
  up.kill('SIGTERM');
  expect(await up.exited).toBe(0);
  await expect(readFile(path)).rejects.toThrow('ENOENT');
});

it.each([
  { args: ['--no-demo-cluster'], variables: {} },
  { args: [], variables: { KUBECONFIG: 'mine' } },
])('shipmate up starts no simulated cluster with $args $variables', async ({ args, variables }) => {
  await using folder = await createDataDirectory();
  await using up = shipmate(['up', '--data-dir', folder.path, ...args], {
    ...variables,
    DEMO_CLUSTER: 'on',
  });
  await readAddresses(up);
  expect(up.output().stdout).not.toContain('simulated');
});
