import { z } from 'zod';

/** Operators of conditions. */
export const conditionOperators = [
  'equals',
  'not_equals',
  'changed_from',
  'changed_to',
  'greater_than',
  'less_than',
  'contains',
  'in',
  'is_null',
  'is_not_null',
] as const;
type ConditionOperator = (typeof conditionOperators)[number];

/** Operators that compare a row with its state before an update. */
export const changeOperators: ReadonlySet<ConditionOperator> = new Set(['changed_from', 'changed_to']);

/** Operators that use no value. */
export const nullOperators: ReadonlySet<ConditionOperator> = new Set(['is_null', 'is_not_null']);

const maxListLength = 200;
const text = z.string().max(1_000);
const scalar = z.union([text, z.number(), z.boolean(), z.null()]);

/** A condition on one field. `value` is a list for `in`, absent for `is_null`; `previous_value` belongs to `changed_from`. */
export const fieldConditionSchema = z.strictObject({
  field_name: z.string().min(1).max(200),
  operator: z.enum(conditionOperators),
  value: z.union([scalar, z.array(scalar).max(maxListLength)]).optional(),
  previous_value: scalar.optional(),
});
export type FieldCondition = z.output<typeof fieldConditionSchema>;
