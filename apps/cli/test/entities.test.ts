import { expect, it } from 'vitest';
import { createDataDirectory, runShipmate } from './shipmate.ts';

it('shipmate entities lists no tables at first, and names a table that it cannot register', async () => {
  await using folder = await createDataDirectory();
  const entities = (...args: readonly string[]) => runShipmate(['entities', ...args, '--data-dir', folder.path]);
  expect(await entities('list', '--json')).toMatchObject({ stdout: '{\n  "entities": []\n}\n', exitCode: 0 });
  const register = await entities('register', 'billing.invoices', '--key', 'number');
  expect([register.stderr, register.exitCode]).toEqual([
    'Table "billing.invoices" not found, or its columns are not visible.\n',
    1,
  ]);
  const unregister = await entities('unregister', 'billing.invoices');
  expect([unregister.stderr, unregister.exitCode]).toEqual(['No registered entity "billing.invoices" found.\n', 1]);
});
