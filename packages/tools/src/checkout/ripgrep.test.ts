import { expect, it } from 'vitest';
import { createCheckout } from '../../test/support/create-checkout.ts';
import { findFilesWith } from './ripgrep.ts';

const { signal } = new AbortController();

it('findFilesWith names files while it searches, those of its result', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `folder ${index % 7}/é${index}.ts`);
  await using checkout = await createCheckout(Object.fromEntries(names.map((name) => [name, 'total();\n'])));
  const early: string[] = [];
  let hasEnded = false;
  const { folder } = checkout;
  const found = findFilesWith({
    folder,
    word: 'total',
    signal,
    onFound(path) {
      expect(hasEnded).toBe(false);
      early.push(path);
    },
  }).finally(() => {
    hasEnded = true;
  });
  const { paths, truncated } = await found;
  expect(truncated).toBe(false);
  expect(paths).toEqual(names.toSorted());
  expect(early.toSorted()).toEqual(paths);
});
