import { expect, test } from 'vitest';
import { nearestTo } from './nearest-labels.ts';

type Labels = Readonly<Record<string, string>>;

// Similarity of two values: the pairs of letters that they share, twice, divided by the pairs of both.
test.each<[what: string, selector: Labels, labels: readonly Labels[], nearest: number | undefined]>([
  ['the same value before one in other case', { app: 'web' }, [{ app: 'Web' }, { app: 'web' }], 1],
  ['one letter in other case', { app: 'a' }, [{ app: 'b' }, { app: 'A' }], 1],
  ['a value that shares half of its pairs', { app: 'abc' }, [{ app: 'abd' }], 0],
  ['no value that shares fewer pairs', { app: 'abcd' }, [{ app: 'abxy' }], undefined],
  ['the same value under another key before a variant', { app: 'abcdef' }, [{ app: 'abcdxy' }, { id: 'abcdef' }], 1],
  ['no labels without the key for the value "undefined"', { app: 'undefined' }, [{ id: 'web' }], undefined],
  ['neither of two that are equally near', { app: 'web' }, [{ app: 'Web' }, { app: 'WEB' }], undefined],
])('nearestTo returns %s', (...[, selector, labels, nearest]) => {
  const all = labels.map((each, index) => ({
    object: { metadata: { name: `pod-${index}` } },
    reference: `pod/pod-${index}`,
    labels: each,
    path: 'metadata.labels' as const,
  }));
  expect(nearestTo(selector, { all })).toBe(nearest === undefined ? undefined : all[nearest]);
});
