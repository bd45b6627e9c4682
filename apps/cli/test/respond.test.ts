import { expect, it } from 'vitest';
import { createDataDirectory, readAddresses, runShipmate, shipmate } from './shipmate.ts';

it('shipmate respond prints the answer as plain text and continues its conversation', async () => {
  await using folder = await createDataDirectory();
  const dataDir = ['--data-dir', folder.path];
  await runShipmate(['migrate', '--seed', ...dataDir]);
  const { stdout: token } = await runShipmate(['token', 'create', '--name', 'ci', ...dataDir]);
  await using up = shipmate(['up', ...dataDir]);
  const { webUrl } = await readAddresses(up);
  const ask = (...args: readonly string[]) =>
    runShipmate(['respond', ...args], { SHIPMATE_TOKEN: token.trim(), SHIPMATE_URL: webUrl });

  const first = await ask('--message', 'What can you do?');
  expect(first.exitCode).toBe(0);
  expect(first.stdout.trim()).not.toBe('');
  const [, conversationId = ''] = /^Conversation (\S+)\n$/.exec(first.stderr) ?? [];
  const second = await ask('--message', 'And what else?', '--conversation', conversationId);
  expect(second).toMatchObject({ exitCode: 0, stderr: first.stderr });

  expect(await ask('--message', 'Explain.', '--workspace', 'nowhere')).toMatchObject({ exitCode: 1, stdout: '' });
  const unknown = await runShipmate(['respond', '--message', 'Hello', '--url', webUrl], {
    SHIPMATE_TOKEN: 'shp_wrong',
  });
  expect(unknown).toMatchObject({ exitCode: 1, stdout: '' });
});

it.each([
  { args: [], variables: {}, says: '--message <text>' },
  { args: ['--message', 'Hello'], variables: {}, says: 'SHIPMATE_TOKEN' },
  {
    args: ['--message', 'Hello', '--url', 'http://127.0.0.1:9'],
    variables: { SHIPMATE_TOKEN: 'shp_any' },
    says: 'cannot be reached at http://127.0.0.1:9',
  },
])('shipmate respond names the missing input: $says', async ({ args, variables, says }) => {
  const { exitCode, stdout, stderr } = await runShipmate(['respond', ...args], variables as Record<string, string>);
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toContain(says);
});
