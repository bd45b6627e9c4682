import { expect, it } from 'vitest';
import { createCheckout } from '../../test/support/create-checkout.ts';
import { searchFiles } from './search-files.ts';

it('searchFiles holds few of the files that it reads', async () => {
  const text = `needle\n${'x'.repeat(300_000)}\n`;
  await using checkout = await createCheckout(
    Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}.txt`, text])),
  );
  const { context } = checkout;
  const { checkouts, compute } = context.ports;
  const counts = { read: 0, redacted: 0, most: 0 };
  const ports: typeof context.ports = {
    checkouts: {
      async open(call) {
        const opened = await checkouts.open(call);
        const read: typeof opened.files.read = async (...args) => {
          const file = await opened.files.read(...args);
          counts.read += 1;
          counts.most = Math.max(counts.most, counts.read - counts.redacted);
          return file;
        };
        return { ...opened, files: { ...opened.files, read } };
      },
    },
    compute: {
      run(...args) {
        if (args[0] === 'redactSecrets') counts.redacted += 1;
        return compute.run(...args);
      },
    },
  };
  const { total, matches } = await searchFiles.execute({ pattern: 'needle' }, { ...context, ports });
  expect([total, matches.length, counts.redacted]).toEqual([20, 20, 20]);
  expect(counts.most).toBeLessThanOrEqual(2);
});
