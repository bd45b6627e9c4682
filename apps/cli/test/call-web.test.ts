import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RuleChangesResponse } from '@shipmate/protocol/web/rule-files';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataDirectory, readAddresses, runShipmate, shipmate } from './shipmate.ts';

const stack = new AsyncDisposableStack();
let dataDirectory: string;
let variables: { readonly SHIPMATE_URL: string; readonly SHIPMATE_TOKEN: string };
beforeAll(async () => {
  const { path } = stack.use(await createDataDirectory());
  const dataDir = ['--data-dir', path];
  await runShipmate(['migrate', '--seed', ...dataDir]);
  const scope = 'read,chart:write,runs:write,workflow:write';
  const { stdout: token } = await runShipmate(['token', 'create', '--name', 'ci', '--scope', scope, ...dataDir]);
  const { webUrl } = await readAddresses(stack.use(shipmate(['up', ...dataDir])));
  dataDirectory = path;
  variables = { SHIPMATE_TOKEN: token.trim(), SHIPMATE_URL: webUrl };
});
afterAll(() => stack.disposeAsync());

it('shipmate respond prints the answer as plain text and continues its conversation', async () => {
  const ask = (...args: readonly string[]) => runShipmate(['respond', ...args], variables);
  const first = await ask('--message', 'What can you do?');
  expect(first.exitCode).toBe(0);
  expect(first.stdout.trim()).not.toBe('');
  const [, conversationId = ''] = /^Conversation (\S+)\n$/.exec(first.stderr) ?? [];
  const second = await ask('--message', 'And what else?', '--conversation', conversationId);
  expect(second).toMatchObject({ exitCode: 0, stderr: first.stderr });

  expect(await ask('--message', 'Explain.', '--workspace', 'nowhere')).toMatchObject({ exitCode: 1, stdout: '' });
  const unknown = await runShipmate(['respond', '--message', 'Hello'], { ...variables, SHIPMATE_TOKEN: 'shp_wrong' });
  expect(unknown).toMatchObject({ exitCode: 1, stdout: '' });
});

it('shipmate rules applies a file once it is confirmed, and exports the same rules', async () => {
  const path = join(dataDirectory, 'rules.yaml');
  const rules = (command: string, ...args: readonly string[]) => runShipmate(['rules', command, ...args], variables);
  const write = (title: string, more = '') =>
    writeFile(
      path,
      `rules:
  - name: Applied rule
    entity: core.tasks
    trigger_type: on_update
    noise: { deduplicate: { fields: [title], window: 1h } }${more}
    actions:
      - name: Note
        action_type: log_audit_entry
        action_config: { entity_name: core.tasks, action: noted, message: ${title} }
`,
    );
  await write('first');
  const shown = await rules('apply', '--file', path);
  expect(shown).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('Nothing was saved. Add --yes to save.'),
  });
  expect(shown.stdout).toMatch(/^\+ Applied rule\n1 to create, 0 to change, 0 unchanged\./);
  expect((await rules('export')).stdout).not.toContain('Applied rule');
  expect(await rules('apply', '--file', path, '--yes')).toMatchObject({ exitCode: 0 });
  const exported = await rules('export');
  expect(exported.stdout).toContain('    name: Applied rule\n');
  await writeFile(path, exported.stdout);
  const same = JSON.parse((await rules('diff', '--file', path, '--json')).stdout) as RuleChangesResponse;
  expect(same.changes.map(({ change }) => change)).not.toContain('update');
  expect(same.unnamed).toEqual([]);
  await write('second');
  expect((await rules('diff', '--file', path)).stdout).toMatch(/^~ Applied rule: changed "Note"\n/);
  await write('third', '\n    owner: me');
  const refused = await rules('apply', '--file', path, '--yes');
  expect([refused.exitCode, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toMatch(/rules.*owner/);
  const missing = await rules('diff', '--file', join(dataDirectory, 'gone.yaml'));
  expect([missing.exitCode, missing.stderr]).toEqual([
    1,
    expect.stringMatching(/Cannot read ".*gone.yaml" \(ENOENT\)/),
  ]);
});

it.each([
  { args: [], given: {}, says: '--message <text>' },
  { args: ['--message', 'Hello', '--url', 'http://127.0.0.1:9'], given: {}, says: 'SHIPMATE_TOKEN' },
  {
    args: ['--message', 'Hello', '--url', 'http://127.0.0.1:9'],
    given: { SHIPMATE_TOKEN: 'shp_any' },
    says: 'cannot be reached at http://127.0.0.1:9',
  },
])('shipmate respond names the missing input: $says', async ({ args, given, says }) => {
  const { exitCode, stdout, stderr } = await runShipmate(['respond', ...args], given as Record<string, string>);
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toContain(says);
});
