import type { JsonValue, Principal } from '@shipmate/core';
import type { Row, RowChange } from '../condition/evaluate-conditions.ts';
import type { EntityType } from '../entity.ts';

/** Operators of filters on rows. */
export const rowFilterOperators = [
  'equals',
  'not_equals',
  'greater_than',
  'less_than',
  'contains',
  'in',
  'is_null',
  'is_not_null',
] as const;

/** A filter on a field. `value` is a list for `in`, absent for `is_null` and `is_not_null`. */
export interface RowFilter {
  readonly field: string;
  readonly operator: (typeof rowFilterOperators)[number];
  readonly value?: JsonValue | undefined;
}

/** The rows to read. */
export interface RowQuery {
  /** Default: all fields. */
  readonly fields?: readonly string[] | undefined;
  /** All of them have to hold. */
  readonly filters?: readonly RowFilter[] | undefined;
  /** Default: newest first. */
  readonly sort?: readonly { readonly field: string; readonly isDescending: boolean }[] | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Functions of aggregates. */
export const rowAggregateFunctions = ['count', 'sum', 'avg', 'min', 'max'] as const;

/** A value over rows. */
export interface RowAggregate {
  readonly function: (typeof rowAggregateFunctions)[number];
  /** Absent for `count` of rows. */
  readonly field?: string | undefined;
}

/** The rows to aggregate. */
export interface RowAggregateQuery extends Pick<RowQuery, 'filters' | 'offset' | 'limit'> {
  readonly aggregates: readonly RowAggregate[];
  /** Fields whose values form a group; the whole entity when empty. */
  readonly groupBy: readonly string[];
}

/** The rule execution that writes a row. */
export interface WriteCause {
  readonly executionId: string;
  /** The number of rule executions that led to this one, itself included. */
  readonly depth: number;
}

/**
 * Store for the rows of entities. **Contract.** Entities and fields are named as they are registered; an unknown entity is
 * `NOT_FOUND`, an unknown field a `VALIDATION_ERROR`. A caller sees and changes the rows of their organization only; others, and
 * every row for credentials of one workspace, are `NOT_FOUND`. A write and its trigger event are one transaction; an update that
 * changes no field has no event.
 */
export interface EntityRowStore {
  /** Lists the entities of the caller's organization. */
  listEntities(principal: Principal): Promise<readonly EntityType[]>;
  get(principal: Principal, entity: string, key: string): Promise<Row>;
  /** As `get`; the row does not change until the transaction ends. */
  lock(principal: Principal, entity: string, key: string): Promise<Row>;
  /** Reads rows, and counts those on all pages. @throws AppError `VALIDATION_ERROR` */
  query(
    principal: Principal,
    entity: string,
    query: RowQuery,
  ): Promise<{ readonly rows: readonly Row[]; readonly total: number }>;
  /** Returns a row for each group in the order of its fields, with a value for each aggregate, such as `count` or `sum_quantity`. */
  aggregate(principal: Principal, entity: string, query: RowAggregateQuery): Promise<readonly Row[]>;
  /** @throws AppError `VALIDATION_ERROR` for values that the entity does not accept */
  create(
    principal: Principal,
    entity: string,
    row: { readonly values: Row; readonly cause?: WriteCause | undefined },
  ): Promise<Row>;
  /** @throws AppError as `create` */
  update(
    principal: Principal,
    entity: string,
    change: { readonly key: string; readonly values: Row; readonly cause?: WriteCause | undefined },
  ): Promise<RowChange>;
  /** Deletes a row and returns it. @throws AppError `CONFLICT` when other rows refer to it */
  remove(principal: Principal, entity: string, key: string): Promise<Row>;
}
