import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { git } from '@shipmate/tools/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runInTerminal } from './pseudo-terminal.ts';
import { createDataDirectory, createTemporaryFolder, readAddresses, runShipmate, shipmate } from './shipmate.ts';

const stack = new AsyncDisposableStack();
let running: { readonly SHIPMATE_URL: string; readonly SHIPMATE_TOKEN: string };
beforeAll(async () => {
  const { path } = stack.use(await createDataDirectory());
  const dataDir = ['--data-dir', path];
  await runShipmate(['migrate', '--seed', ...dataDir]);
  const scope = 'read,chart:write,runs:write,decide_approvals,accept_changes';
  const { stdout } = await runShipmate(['token', 'create', '--name', 'cli', '--scope', scope, ...dataDir]);
  const { webUrl } = await readAddresses(stack.use(shipmate(['up', ...dataDir], { DEMO_CLUSTER: 'on' })));
  running = { SHIPMATE_URL: webUrl, SHIPMATE_TOKEN: stdout.trim() };
});
afterAll(() => stack.disposeAsync());

it('shipmate tools call shows the dry run, asks, and prints the result of the approved call', async () => {
  const scale = ['kubectl_scale', '--resource', 'deployment/storefront', '--namespace', 'shop', '--replicas', '3'];
  await using terminal = runInTerminal(['tools', 'call', ...scale], running);
  await terminal.waitFor('+  replicas: 3');
  await terminal.waitFor('Approve it once?');
  terminal.type('y\r');
  await terminal.waitFor('was changed');
  expect(await terminal.exited).toBe(0);
});

it('shipmate tools call exits with 3 when the person denies the call', async () => {
  const scale = ['kubectl_scale', '--resource', 'deployment/catalog', '--namespace', 'shop', '--replicas', '4'];
  await using terminal = runInTerminal(['tools', 'call', ...scale], running);
  await terminal.waitFor('Approve it once?');
  terminal.type('n\r');
  await terminal.waitFor('Reason');
  terminal.type('not now\r');
  await terminal.waitFor('Nothing was changed');
  expect(await terminal.exited).toBe(3);
});

it('shipmate chat edits a chart, shows the difference, and leaves at Ctrl-D', async () => {
  const { stdout } = await runShipmate(['charts', 'list', '--json'], running);
  const { workspaces } = JSON.parse(stdout) as { workspaces: readonly { id: string }[] };
  const id = workspaces[0]?.id ?? '';
  await using terminal = runInTerminal(['chat', '--workspace', id], running);
  await terminal.waitFor('> ');
  terminal.type('Set 3 replicas\r');
  await terminal.waitFor('Editing values.yaml');
  await terminal.waitFor('+  replicaCount: 3');
  await terminal.waitFor('pending change');
  await terminal.waitFor('> ');
  terminal.type('\u0004');
  await terminal.waitFor('shipmate chat --resume');
  expect(await terminal.exited).toBe(0);

  const diff = await runShipmate(['charts', 'diff', id], running);
  expect(diff).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('+  replicaCount: 3') });
  expect(await runShipmate(['charts', 'accept', id], running)).toMatchObject({ exitCode: 3, stdout: '' });
  const accepted = await runShipmate(['charts', 'accept', id, '--yes'], running);
  expect(accepted).toMatchObject({ exitCode: 0, stdout: 'Revision 1\n' });
});

it('shipmate charts diff prints a patch with a new file that git applies to the exported chart', async () => {
  await using folder = await createTemporaryFolder();
  const [archive, patch] = [join(folder.path, 'chart.tgz'), join(folder.path, 'new.patch')];
  const { stdout } = await runShipmate(['charts', 'list', '--json'], running);
  const { workspaces } = JSON.parse(stdout) as { workspaces: readonly { id: string }[] };
  await runShipmate(['charts', 'export', workspaces[0]?.id ?? '', '--output', archive], running);
  const imported = (await runShipmate(['charts', 'import', archive], running)).stdout.trim();
  await runShipmate(['chat', '--workspace', imported, 'Add a pod disruption budget'], running);
  const diff = await runShipmate(['charts', 'diff', imported], running);
  expect(diff.stdout).toContain('+kind: PodDisruptionBudget');
  await writeFile(patch, diff.stdout);
  await promisify(execFile)('tar', ['xzf', archive, '-C', folder.path, '--strip-components=1']);
  await git(folder.path, 'apply', patch);
  expect(await readFile(join(folder.path, 'templates/pdb.yaml'), 'utf8')).toContain('kind: PodDisruptionBudget');
});

it('shipmate chat answers a piped question with events for programs and without colours', async () => {
  await using chat = shipmate(['chat', '--context', 'cluster', '--json', 'what', 'is', 'unhealthy?'], running);
  expect(await chat.exited).toBe(0);
  const { stdout, stderr } = chat.output();
  const types = stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { type: string }).type);
  expect(types).toEqual(expect.arrayContaining(['start', 'text-delta', 'tool-input-available', 'finish']));
  expect(stderr).toContain('· Running get pods');
  expect(stdout + stderr).not.toContain('\u001b');
});

it('shipmate runs lists, shows and tails the runs, and names a run that does not exist', async () => {
  const { stdout } = await runShipmate(['runs', 'list', '--json'], running);
  const { runs } = JSON.parse(stdout) as { runs: readonly { id: string }[] };
  expect(runs).not.toEqual([]);
  const shown = await runShipmate(['runs', 'show', runs[0]?.id ?? ''], running);
  expect(shown).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('State') });
  const tailed = await runShipmate(['runs', 'tail', runs[0]?.id ?? ''], running);
  expect(tailed).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/^The run has ended\.$/m) });
  expect(tailed.stdout).toMatch(/\S.*\n$/);
  const missing = await runShipmate(['runs', 'show', 'nowhere', '--json'], running);
  expect(missing).toMatchObject({ exitCode: 1, stdout: '' });
  expect(JSON.parse(missing.stderr)).toMatchObject({ error: { code: 'NOT_FOUND' } });
});

it('shipmate recommend prints the solutions, and the words of its run as progress in whole lines', async () => {
  const { stderr } = await runShipmate(['recommend', 'a deployment of nginx'], running);
  expect(stderr).toMatch(/^The result of "recommend" is complete; the demo model adds nothing to it\.$/m);
  expect(stderr).toMatch(/\. Deployment \(score \d+\)$/m);
});
