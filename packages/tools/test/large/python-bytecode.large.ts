import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createCommands } from '../../src/development/create-commands.ts';
import { runTests } from '../../src/development/run-tests.ts';
import { createCheckout } from '../support/create-checkout.ts';

const commands = createCommands({ environment: { ALLOW_UNSANDBOXED_CODE: true } });
afterAll(() => commands.close());

// Python takes bytecode for current when the time of its source, in seconds, and the size agree:
// https://docs.python.org/3/reference/import.html#cached-bytecode-invalidation
it('runTests sees an edit that keeps the size of a Python file and the second of its change', async () => {
  const source = (operator: string): string => `def total(price, shipping):\n    return price ${operator} shipping\n`;
  await using checkout = await createCheckout({
    'pyproject.toml': '[project]\nname = "orders"\nversion = "1.0"\n',
    'conftest.py': '',
    'orders.py': source('-'),
    'test_orders.py': 'from orders import total\n\n\ndef test_total():\n    assert total(1000, 500) == 1500\n',
  });
  const { ports, ...rest } = checkout.context;
  const context = { ...rest, ports: { ...ports, commands } };
  const path = join(checkout.folder, 'orders.py');
  const time = new Date('2026-01-01T00:00:00Z');
  const statuses: string[] = [];
  for (const operator of ['-', '+']) {
    await writeFile(path, source(operator));
    await utimes(path, time, time);
    statuses.push((await runTests.execute({}, context)).status);
  }
  expect(statuses).toEqual(['failed', 'passed']);
});
