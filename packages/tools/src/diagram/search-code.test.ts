import { expect, it } from 'vitest';
import { fuseHits } from './search-code.ts';

it('fuseHits keeps symbols beside their file, and ranks a file of both rankings first', () => {
  const symbol = { name: 'a', kind: 'function', container: null, startLine: 1, endLine: 2, exported: true, doc: null };
  const hits = fuseHits(
    [
      { path: 'one', symbol: null, score: 9 },
      { path: 'two', symbol, score: 8 },
      { path: 'two', symbol: null, score: 7 },
    ],
    ['two', 'three'],
  );
  expect(hits.map(({ path, symbol: found }) => (found === null ? path : `${path}#${found.name}`))).toEqual([
    'two#a',
    'two',
    'one',
    'three',
  ]);
});
