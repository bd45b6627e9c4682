import { AppError, type JsonValue } from '@shipmate/core';
import {
  type EntityField,
  type EntityType,
  requireField,
  type Row,
  type RowAggregate,
  type RowAggregateQuery,
} from '@shipmate/domain/workflow';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../executor/executor.ts';
import { toRowCondition } from './row-conditions.ts';
import type { StoredEntity } from './stored-entities.ts';

/** Computes aggregates over the rows that a condition selects. @throws AppError `VALIDATION_ERROR` */
export async function aggregateRows(
  executor: Executor,
  {
    entity,
    where,
    query,
  }: { readonly entity: StoredEntity; readonly where: RawBuilder<unknown>; readonly query: RowAggregateQuery },
): Promise<readonly Row[]> {
  const groups = query.groupBy.map((name) => requireField(entity, name).name);
  const columns = [
    ...groups.map((name) => sql`${sql.ref(`t.${name}`)} as ${sql.id(name)}`),
    ...query.aggregates.map((aggregate) => toColumn(entity, aggregate)),
  ];
  const fields = sql.join(groups.map((name) => sql.ref(`t.${name}`)));
  const grouping = groups.length === 0 ? sql`` : sql`group by ${fields} order by ${fields}`;
  const { rows } = await sql<{ readonly row: Readonly<Record<string, JsonValue>> }>`
    select to_jsonb(result) as row from (
      select ${sql.join(columns)} from ${entity.source} t
      where ${where} and ${toRowCondition(entity, query.filters)} ${grouping}
      limit ${query.limit} offset ${query.offset}
    ) result`.execute(executor);
  return rows.map(({ row }) => row);
}

function toColumn(entity: EntityType, { function: name, field: fieldName }: RowAggregate): RawBuilder<unknown> {
  if (fieldName === undefined) {
    if (name === 'count') return sql`count(*)::integer as count`;
    throw new AppError({ code: 'VALIDATION_ERROR', message: `"${name}" needs a field.` });
  }
  const field = requireField(entity, fieldName);
  const column = sql.ref(`t.${field.name}`);
  const alias = sql.id(`${name}_${field.name}`);
  if (name === 'count') return sql`count(${column})::integer as ${alias}`;
  if (!isAccepted(name, field)) {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: `"${name}" does not accept "${field.name}" of type ${field.type}.`,
    });
  }
  if (name === 'sum') return sql`sum(${column}) as ${alias}`;
  if (name === 'avg') return sql`round(avg(${column})::numeric, 6) as ${alias}`;
  return name === 'min' ? sql`min(${column}) as ${alias}` : sql`max(${column}) as ${alias}`;
}

function isAccepted(name: RowAggregate['function'], { type }: EntityField): boolean {
  if (type === 'integer' || type === 'number') return true;
  return (name === 'min' || name === 'max') && (type === 'text' || type === 'timestamp');
}
