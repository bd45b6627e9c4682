import { AppError, type JsonValue } from '@shipmate/core';
import { isId } from '../../identifier/id.ts';
import { nearestNames } from '../../search/nearest-names.ts';
import type { Row } from '../condition/evaluate-conditions.ts';
import type { EntityField, EntityFieldType, EntityType } from '../entity.ts';

/** Number of characters of a value that a message quotes. */
const maxQuoted = 100;

/** Converts a value to that of a type, for example `"5"` to 5; `undefined` if it cannot be converted. */
type ParseValue = (value: JsonValue) => JsonValue | undefined;

const parseNumber: ParseValue = (value) => {
  const number = typeof value === 'string' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && Math.abs(number) < 1e15 ? number : undefined;
};

const parsers: Readonly<Record<EntityFieldType, ParseValue>> = {
  uuid: (value) => (typeof value === 'string' && isId(value) ? value.toLowerCase() : undefined),
  text: (value) => (typeof value === 'object' ? undefined : String(value)),
  integer: (value) => {
    const number = parseNumber(value);
    return Number.isInteger(number) && Math.abs(Number(number)) < 2 ** 31 ? number : undefined;
  },
  number: parseNumber,
  boolean: (value) =>
    value === 'true' ? true : value === 'false' ? false : typeof value === 'boolean' ? value : undefined,
  timestamp: (value) => {
    if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)) return undefined;
    const time = new Date(value);
    // Databases have no year 0, and ISO 8601 writes years beyond four digits with a sign.
    const isStorable = !Number.isNaN(time.getTime()) && /^(?!0000)\d/.test(time.toISOString());
    return isStorable ? time.toISOString() : undefined;
  },
  json: (value) => value,
};

/** Finds a field of an entity. @throws AppError `VALIDATION_ERROR` that names the nearest fields */
export function requireField(entity: EntityType, name: string): EntityField {
  const field = entity.fields.find((each) => each.name === name);
  if (field) return field;
  const names = entity.fields.map((each) => each.name);
  const near = nearestNames(name, names);
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `"${entity.name}" has no field "${name.slice(0, maxQuoted)}". ${near.length > 0 ? 'Nearest' : 'Fields'}: ${(near.length > 0 ? near : names).join(', ')}.`,
  });
}

/** Converts a value to the type of a field; null stays null. @throws AppError `VALIDATION_ERROR` */
export function parseFieldValue(field: EntityField, value: JsonValue): JsonValue {
  if (value === null) return null;
  const parsed = parsers[field.type](value);
  if (parsed !== undefined) return parsed;
  const quoted = JSON.stringify(value).slice(0, maxQuoted);
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `${field.name}: must be of type ${field.type}, but is ${quoted}.`,
  });
}

/** Converts the values to write to a row. @throws AppError `VALIDATION_ERROR` for unknown and read-only fields and other types */
export function parseRowValues(entity: EntityType, values: Row): Row {
  const parsed = Object.entries(values).map(([name, value]) => {
    const field = requireField(entity, name);
    if (!field.isWritable) {
      throw new AppError({ code: 'VALIDATION_ERROR', message: `${entity.name}.${name}: is read-only.` });
    }
    if (value === null && !field.isNullable) {
      throw new AppError({ code: 'VALIDATION_ERROR', message: `${entity.name}.${name}: must not be null.` });
    }
    return [name, parseFieldValue(field, value)] as const;
  });
  return Object.fromEntries(parsed);
}

/** Converts a stored row to the values of its fields: times to ISO 8601 in UTC, absent values to null. */
export function toEntityRow({ fields }: Pick<EntityType, 'fields'>, stored: Readonly<Record<string, unknown>>): Row {
  return Object.fromEntries(
    fields.map(({ name, type }) => {
      const value = (stored[name] ?? null) as JsonValue;
      return [name, type === 'timestamp' && typeof value === 'string' ? new Date(value).toISOString() : value];
    }),
  );
}
