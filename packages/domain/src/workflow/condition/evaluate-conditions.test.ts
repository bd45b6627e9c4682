import { expect, it } from 'vitest';
import { evaluateConditions } from './evaluate-conditions.ts';
import type { FieldCondition } from './field-condition.ts';

const row = { quantity: 4, price: '5.00', status: 'low', code: '007', tags: ['a', 'b'], note: null };
const before = { ...row, quantity: 12, status: 'ok' };

it.each<[string, Omit<FieldCondition, 'field_name'>, boolean]>([
  ['quantity', { operator: 'equals', value: 4 }, true],
  ['quantity', { operator: 'equals', value: '4' }, true],
  ['price', { operator: 'equals', value: 5 }, true],
  ['code', { operator: 'equals', value: '7' }, false],
  ['note', { operator: 'equals', value: '' }, false],
  ['status', { operator: 'not_equals', value: 'ok' }, true],
  ['quantity', { operator: 'less_than', value: 5 }, true],
  ['quantity', { operator: 'less_than', value: 4 }, false],
  ['price', { operator: 'greater_than', value: 4.5 }, true],
  ['note', { operator: 'less_than', value: 5 }, false],
  ['status', { operator: 'greater_than', value: 5 }, false],
  ['status', { operator: 'contains', value: 'LO' }, true],
  ['tags', { operator: 'contains', value: 'b' }, true],
  ['status', { operator: 'in', value: ['low', 'out'] }, true],
  ['status', { operator: 'in', value: 'low' }, false],
  ['note', { operator: 'is_null' }, true],
  ['missing', { operator: 'is_null' }, true],
  ['quantity', { operator: 'is_not_null' }, true],
  ['status', { operator: 'changed_to', value: 'low' }, true],
  ['status', { operator: 'changed_to', value: 'ok' }, false],
  ['status', { operator: 'changed_from', previous_value: 'ok' }, true],
  ['status', { operator: 'changed_from', value: 'ok' }, true],
  ['price', { operator: 'changed_to', value: '5.00' }, false],
])('evaluateConditions of %s with %j returns %s', (field_name, condition, holds) => {
  const [result] = evaluateConditions([{ field_name, ...condition }], { row, before });
  expect(result?.holds).toBe(holds);
});

it('evaluateConditions finds no change without a row before', () => {
  const condition: FieldCondition = { field_name: 'status', operator: 'changed_to', value: 'low' };
  expect(evaluateConditions([condition], { row })[0]?.holds).toBe(false);
});
