import fc from 'fast-check';
import { expect, test } from 'vitest';
import { labelsOf } from '../object/kube-object.ts';
import { matchesLabels, matchesSelector } from '../object/matches-selector.ts';
import { LabelIndex } from './label-index.ts';

const labels = fc.dictionary(fc.constantFrom('app', 'tier', 'env'), fc.constantFrom('a', 'b', 'c'));
const expression = fc.record({
  key: fc.constantFrom('app', 'tier', 'other'),
  operator: fc.constantFrom('In', 'NotIn', 'Exists', 'DoesNotExist'),
  values: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
});
const objects = fc.array(labels.map((each) => ({ metadata: { labels: each } })));

test('LabelIndex finds the same objects as a comparison of the selector with all of them', () => {
  const selector = fc.record({ matchLabels: labels, matchExpressions: fc.array(expression, { maxLength: 2 }) });
  fc.assert(
    fc.property(objects, selector, (all, wanted) => {
      const index = new LabelIndex(all, labelsOf);
      expect(index.hasSelected(wanted)).toBe(all.some((each) => matchesSelector(wanted, labelsOf(each))));
      const plain = all.filter((each) => matchesLabels(wanted.matchLabels, labelsOf(each)));
      expect(index.withLabels(wanted.matchLabels)).toEqual(plain);
    }),
  );
});

test('LabelIndex returns an object with several labels once', () => {
  const all = [{ metadata: { labels: { app: 'a', tier: 'b' } } }, {}, {}, {}];
  expect(new LabelIndex(all, labelsOf).withLabels({ app: 'a' })).toEqual([all[0]]);
});

test('LabelIndex selects all objects when the selector is empty', () => {
  const all = [{ metadata: { labels: { app: 'a' } } }, { metadata: {} }];
  expect(new LabelIndex(all, labelsOf).hasSelected({})).toBe(true);
  expect(new LabelIndex(all, labelsOf).withLabels({})).toEqual(all);
});
