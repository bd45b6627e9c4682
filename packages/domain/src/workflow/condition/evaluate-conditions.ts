import type { JsonValue } from '@shipmate/core';
import type { FieldCondition } from './field-condition.ts';

/** The values of a row, by field. */
export type Row = Readonly<Record<string, JsonValue>>;

/** A row after an event, and before it if it was updated or deleted. */
export interface RowChange {
  readonly row: Row;
  readonly before?: Row | undefined;
}

/** Returns the conditions with their results, in order. */
export function evaluateConditions(
  conditions: readonly FieldCondition[],
  change: RowChange,
): readonly { readonly condition: FieldCondition; readonly holds: boolean }[] {
  return conditions.map((condition) => ({ condition, holds: holdsFor(condition, change) }));
}

/** The values that an operator compares. `before` is undefined unless the event is an update or a deletion. */
interface Compared extends Pick<FieldCondition, 'value'> {
  readonly now: JsonValue;
  readonly before: JsonValue | undefined;
  readonly previous: FieldCondition['previous_value'];
}

const tests: Readonly<Record<FieldCondition['operator'], (compared: Compared) => boolean>> = {
  equals: ({ now, value = null }) => isSame(now, value),
  not_equals: ({ now, value = null }) => !isSame(now, value),
  greater_than: ({ now, value }) => compare(now, value) > 0,
  less_than: ({ now, value }) => compare(now, value) < 0,
  contains: ({ now, value }) => contains(now, value),
  in: ({ now, value }) => Array.isArray(value) && value.some((each) => isSame(now, each)),
  is_null: ({ now }) => now === null,
  is_not_null: ({ now }) => now !== null,
  changed_to: ({ now, before, value = null }) => before !== undefined && isSame(now, value) && !isSame(before, now),
  changed_from: ({ now, before, value = null, previous = value }) =>
    before !== undefined && isSame(before, previous) && !isSame(before, now),
};

/** Tests a condition. A field that the row lacks counts as null. */
function holdsFor({ field_name: field, operator, value, previous_value: previous }: FieldCondition, change: RowChange) {
  const before = change.before === undefined ? undefined : valueOf(change.before, field);
  return tests[operator]({ now: valueOf(change.row, field), before, value, previous });
}

function valueOf(row: Row, field: string): JsonValue {
  return Object.hasOwn(row, field) ? (row[field] ?? null) : null;
}

/** A number and its text are the same, as databases return decimals as text and forms send numbers as text. */
function isSame(one: JsonValue, other: JsonValue | FieldCondition['value']): boolean {
  if (one === other) return true;
  if (one === null || other === null || other === undefined) return false;
  if (typeof one === 'object' || typeof other === 'object') return JSON.stringify(one) === JSON.stringify(other);
  return typeof one !== typeof other && (String(one) === String(other) || isSameNumber(String(one), String(other)));
}

function isSameNumber(one: string, other: string): boolean {
  const [left, right] = [toNumber(one), toNumber(other)];
  return left !== undefined && left === right;
}

/** Compares numbers, and else texts such as ISO times; NaN if the values cannot be compared, which is neither more nor less. */
function compare(one: JsonValue, other: FieldCondition['value']): number {
  const [left, right] = [toNumber(one), toNumber(other)];
  if (left !== undefined && right !== undefined) return left - right;
  if (typeof one !== 'string' || typeof other !== 'string') return Number.NaN;
  return one < other ? -1 : Number(one > other);
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^[+-]?\d{1,20}(\.\d{1,20})?$/.test(value.trim())) return undefined;
  return Number(value);
}

function contains(now: JsonValue, value: FieldCondition['value']): boolean {
  if (typeof now === 'string') return typeof value === 'string' && now.toLowerCase().includes(value.toLowerCase());
  return Array.isArray(now) && now.some((each) => isSame(each as JsonValue, value));
}
