import { AppError, type JsonValue, toJsonText } from '@shipmate/core';
import {
  type EntityField,
  type EntityType,
  parseFieldValue,
  requireField,
  type RowFilter,
  toValueText,
} from '@shipmate/domain/workflow';
import { type RawBuilder, sql } from 'kysely';

const sqlTypes: Readonly<Record<EntityField['type'], string>> = {
  uuid: 'uuid',
  text: 'text',
  integer: 'integer',
  number: 'numeric',
  boolean: 'boolean',
  timestamp: 'timestamptz',
  json: 'jsonb',
};

/** Returns the SQL type of a field's column. */
export function toSqlType(type: EntityField['type']): string {
  return sqlTypes[type];
}

/** Returns a value as a parameter of a field's type. */
export function toParameter({ type }: EntityField, value: JsonValue): RawBuilder<unknown> {
  const parameter = value === null ? null : type === 'json' ? toJsonText(value) : toValueText(value);
  return sql`${parameter}::text::${sql.raw(sqlTypes[type])}`;
}

/** Returns the condition of all filters. Names come from the entity, values are parameters. @throws AppError `VALIDATION_ERROR` */
export function toRowCondition(entity: EntityType, filters: readonly RowFilter[] = []): RawBuilder<boolean> {
  const conditions = filters.map((filter) => toCondition(requireField(entity, filter.field), filter));
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

function toCondition(field: EntityField, { operator, value = null }: RowFilter): RawBuilder<boolean> {
  const column = sql.ref(`t.${field.name}`);
  const parameter = (each: JsonValue) => toParameter(field, parseFieldValue(field, each));
  switch (operator) {
    case 'is_null':
      return sql`${column} is null`;
    case 'is_not_null':
      return sql`${column} is not null`;
    case 'equals':
      return sql`${column} is not distinct from ${parameter(value)}`;
    case 'not_equals':
      return sql`${column} is distinct from ${parameter(value)}`;
    case 'greater_than':
      return sql`${column} > ${parameter(value)}`;
    case 'less_than':
      return sql`${column} < ${parameter(value)}`;
    case 'contains':
      return contains(field, value);
    case 'in':
      return isIn(field, value);
  }
}

function contains({ name, type }: EntityField, value: JsonValue): RawBuilder<boolean> {
  if (type === 'text' && typeof value === 'string') {
    return sql`position(lower(${value}::text) in lower(${sql.ref(`t.${name}`)})) > 0`;
  }
  throw new AppError({ code: 'VALIDATION_ERROR', message: `${name}: "contains" needs a text field and a text.` });
}

function isIn(field: EntityField, value: JsonValue): RawBuilder<boolean> {
  if (!Array.isArray(value)) {
    throw new AppError({ code: 'VALIDATION_ERROR', message: `${field.name}: "in" needs a list of values.` });
  }
  const values = value.map((each: JsonValue) => toParameter(field, parseFieldValue(field, each)));
  return values.length === 0 ? sql`false` : sql`${sql.ref(`t.${field.name}`)} in (${sql.join(values)})`;
}
