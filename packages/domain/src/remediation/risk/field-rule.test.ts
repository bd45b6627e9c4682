import { expect, it } from 'vitest';
import type { FieldChange } from './diff-objects.ts';
import { createFieldRules, type Judge } from './field-rule.ts';

const low: Judge = () => ({ level: 'low', reason: 'Low.' });
const high: Judge = () => ({ level: 'high', reason: 'High.' });
const none: Judge = () => undefined;
const rules = createFieldRules([
  { path: 'spec image', on: ['changed'], judge: none },
  { path: 'spec image', on: ['changed'], judge: low },
  { path: 'spec template labels', on: ['added'], judge: low },
  { path: 'spec template **', on: ['removed'], judge: high },
]);
const object = { before: {}, after: {}, podSpec: {} };
const levelOf = (operation: FieldChange['operation'], ...path: readonly string[]) =>
  rules.find({ operation, path, before: 1, after: 2 }, object)?.level;

it('createFieldRules finds the first rule for exactly the path that judges the change', () => {
  expect(levelOf('changed', 'spec', 'image')).toBe('low');
  expect(levelOf('added', 'spec', 'image')).toBeUndefined();
  expect(levelOf('changed', 'spec', 'image', 'tag')).toBeUndefined();
  expect(levelOf('removed', 'spec', 'template', 'a', 'b')).toBe('high');
});

it('reachesBelow finds rules for descendants only', () => {
  const reaches = [['spec'], ['spec', 'template'], ['spec', 'image'], ['spec', 'other']].map((path) =>
    rules.reachesBelow(path),
  );
  expect(reaches).toEqual([true, true, false, false]);
});
