import { expect, it } from 'vitest';
import { createDataDirectory, runShipmate } from './shipmate.ts';

it('shipmate quota set gives an organization its own quota and restores the default', async () => {
  await using folder = await createDataDirectory();
  const quotaSet = (...args: readonly string[]) => runShipmate(['quota', 'set', ...args, '--data-dir', folder.path]);
  expect((await runShipmate(['migrate', '--seed', '--data-dir', folder.path])).exitCode).toBe(0);
  const set = await quotaSet('--mb', '5000');
  expect([set.stdout, set.exitCode]).toEqual(['Organization "Demo" may store 5000.0 MB and uses 0.0 MB.\n', 0]);
  expect((await quotaSet('--mb', 'default')).stdout).toContain('may store 1000.0 MB');
  const unknown = await quotaSet('--mb', '5', '--user', 'nobody@example.test');
  expect([unknown.stderr, unknown.exitCode]).toEqual([
    'User "nobody@example.test" with an organization not found.\n',
    1,
  ]);
});

it.each([[[]], [['--mb', '0']], [['--mb', 'plenty']]])('shipmate quota set refuses %j', async (args) => {
  const { stderr, exitCode } = await runShipmate(['quota', 'set', ...args]);
  expect([stderr, exitCode]).toEqual([
    'Name the quota as a whole number of MB, such as --mb 5000, or --mb default.\n',
    1,
  ]);
});
