import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openPglite } from './open-pglite.ts';

it('PGlite lets the event loop turn between statements that take long together', async () => {
  const pglite = await openPglite({});
  let turns = 0;
  let isDone = false;
  const counting = (async () => {
    while (!isDone) {
      await nextTurn();
      turns += 1;
    }
  })();
  for (let statement = 0; statement < 50; statement += 1) {
    await pglite.query('select count(*) from generate_series(1, 5000)');
  }
  isDone = true;
  await counting;
  await pglite.close();
  expect(turns).toBeGreaterThan(5);
});
