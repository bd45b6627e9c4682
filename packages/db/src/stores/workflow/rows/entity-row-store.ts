import { AppError, type JsonValue, type Principal } from '@shipmate/core';
import {
  type EntityRowStore,
  type EntityType,
  parseFieldValue,
  parseRowValues,
  requireField,
  type Row,
  type RowQuery,
  toEntityRow,
  type WriteCause,
} from '@shipmate/domain/workflow';
import { type RawBuilder, sql } from 'kysely';
import { found, notFound } from '../../../error/not-found.ts';
import { inTransaction, type Executor } from '../../../executor/executor.ts';
import type { Announce } from '../../../notify/topic.ts';
import { inOrganization, requireId } from '../../../tenancy/tenancy.ts';
import { aggregateRows } from './aggregate-rows.ts';
import { toParameter, toRowCondition } from './row-conditions.ts';
import { listStoredEntities, requireStoredEntity, type StoredEntity } from './stored-entities.ts';
import { toRowError } from './to-row-error.ts';

/** Creates an {@link EntityRowStore} on SQL. */
export function createEntityRowStore(executor: Executor, announce: Announce): EntityRowStore {
  async function read(on: Executor, { entity, where, locking = sql`` }: RowSelection): Promise<Row | undefined> {
    const { rows } = await sql<StoredRow>`
      select to_jsonb(t) as row from ${entity.source} t where ${where} ${locking}`.execute(on);
    return rows[0] && toEntityRow(entity, rows[0].row);
  }

  async function get(on: Executor, principal: Principal, { name, key, locking }: RowAddress): Promise<Row> {
    const entity = await requireStoredEntity(on, principal, name);
    return found(await read(on, { entity, where: withKey(principal, entity, key), locking }), 'row');
  }

  async function write<Result>(writer: Writer, work: (transaction: Executor) => Promise<Result>): Promise<Result> {
    const result = await inTransaction(executor, async (transaction) => {
      await setCause(writer).execute(transaction);
      return work(transaction);
    });
    announce('rule_events');
    return result;
  }

  return {
    listEntities: (principal) => listStoredEntities(executor, principal),
    get: (principal, name, key) => get(executor, principal, { name, key }),

    async lock(principal, name, key) {
      const { fields } = await requireStoredEntity(executor, principal, name);
      const isTable = fields.some(({ isWritable }) => isWritable);
      return get(executor, principal, { name, key, locking: isTable ? sql`for update` : sql`` });
    },

    async query(principal, name, query) {
      const entity = await requireStoredEntity(executor, principal, name);
      const where = sql`${ofOrganization(principal)} and ${toRowCondition(entity, query.filters)}`;
      const fields = query.fields?.map((field) => requireField(entity, field).name);
      const { rows } = await sql<StoredRow & { readonly total: number }>`
        select to_jsonb(t) as row, (count(*) over ())::integer as total from ${entity.source} t
        where ${where} order by ${toOrder(entity, query)} limit ${query.limit} offset ${query.offset}`.execute(
        executor,
      );
      const total = rows[0]?.total ?? (query.offset === 0 ? 0 : await count(executor, entity, where));
      return { rows: rows.map(({ row }) => pick(toEntityRow(entity, row), fields)), total };
    },

    async aggregate(principal, name, query) {
      const entity = await requireStoredEntity(executor, principal, name);
      return aggregateRows(executor, { entity, where: ofOrganization(principal), query });
    },

    async create(principal, name, { values, cause }) {
      const entity = await requireWritable(executor, principal, name);
      const { organization_id: organizationId } = organizationOf(principal);
      const parsed = Object.entries(parseRowValues(entity, values));
      const columns = ['organization_id', ...parsed.map(([field]) => field)].map((column) => sql.ref(column));
      const parameters = parsed.map(([field, value]) => toParameter(requireField(entity, field), value));
      // One statement is a transaction of its own, and the cause is set before the trigger of the row reads it.
      const { rows } = await orRowError(
        sql<StoredRow>`
          insert into ${entity.source} as t (${sql.join(columns)})
          select ${sql.join([sql`${organizationId}::uuid`, ...parameters])} from (${setCause({ principal, cause })}) as cause
          returning to_jsonb(t) as row`.execute(executor),
      );
      announce('rule_events');
      return toEntityRow(entity, found(rows[0], 'row').row);
    },

    async update(principal, name, { key, values, cause }) {
      const entity = await requireWritable(executor, principal, name);
      const parsed = Object.entries(parseRowValues(entity, values));
      return write({ principal, cause }, async (transaction) => {
        const before = await get(transaction, principal, { name, key, locking: sql`for update` });
        if (parsed.length === 0) return { row: before, before };
        const changes = parsed.map(
          ([field, value]) => sql`${sql.ref(field)} = ${toParameter(requireField(entity, field), value)}`,
        );
        const { rows } = await orRowError(
          sql<StoredRow>`
            update ${entity.source} as t set ${sql.join([...changes, ...toTouch(entity)])}
            where ${withKey(principal, entity, key)} returning to_jsonb(t) as row`.execute(transaction),
        );
        return { row: toEntityRow(entity, found(rows[0], 'row').row), before };
      });
    },

    async remove(principal, name, key) {
      const entity = await requireWritable(executor, principal, name);
      return write({ principal, cause: undefined }, async (transaction) => {
        const { rows } = await orRowError(
          sql<StoredRow>`
            delete from ${entity.source} as t where ${withKey(principal, entity, key)}
            returning to_jsonb(t) as row`.execute(transaction),
          { isRemoval: true },
        );
        return toEntityRow(entity, found(rows[0], 'row').row);
      });
    },
  };
}

/** The user and the rule execution that write. */
interface Writer {
  readonly principal: Principal;
  readonly cause: WriteCause | undefined;
}

/** Names the writer to the triggers that store events, until the transaction ends. */
function setCause({ principal, cause }: Writer): RawBuilder<unknown> {
  return sql`select set_config('shipmate.cause', ${JSON.stringify({ userId: principal.userId, ...cause })}, true)`;
}

interface StoredRow {
  readonly row: Readonly<Record<string, unknown>>;
}

interface RowAddress {
  readonly name: string;
  readonly key: string;
  readonly locking?: RawBuilder<unknown>;
}

interface RowSelection {
  readonly entity: StoredEntity;
  readonly where: RawBuilder<unknown>;
  readonly locking?: RawBuilder<unknown> | undefined;
}

async function count(executor: Executor, entity: StoredEntity, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ readonly total: number }>`
    select count(*)::integer as total from ${entity.source} t where ${where}`.execute(executor);
  return rows[0]?.total ?? 0;
}

async function orRowError<Result>(query: Promise<Result>, options?: { readonly isRemoval: boolean }): Promise<Result> {
  try {
    return await query;
  } catch (thrown) {
    throw toRowError(thrown, options);
  }
}

async function requireWritable(executor: Executor, principal: Principal, name: string): Promise<StoredEntity> {
  const entity = await requireStoredEntity(executor, principal, name);
  if (entity.fields.some(({ isWritable }) => isWritable)) return entity;
  throw new AppError({ code: 'VALIDATION_ERROR', message: `"${name}" is read-only.` });
}

/** Sets the time of the change in tables that have one. */
function toTouch({ fields }: EntityType): readonly RawBuilder<unknown>[] {
  const isTouched = fields.some(
    ({ name, type, isWritable }) => name === 'updated_at' && type === 'timestamp' && !isWritable,
  );
  return isTouched ? [sql`updated_at = clock_timestamp()`] : [];
}

/** Rows belong to no workspace, so a credential for one sees none. */
function organizationOf(principal: Principal) {
  requireId(principal.userId, 'user');
  if (principal.scope?.workspaceId !== undefined) throw notFound('row');
  return inOrganization(principal);
}

function ofOrganization(principal: Principal): RawBuilder<unknown> {
  return sql`t.organization_id = ${organizationOf(principal).organization_id}::uuid`;
}

function withKey(principal: Principal, entity: EntityType, key: string): RawBuilder<unknown> {
  const field = requireField(entity, entity.key);
  if (field.type === 'uuid') requireId(key, 'row');
  return sql`${ofOrganization(principal)} and ${sql.ref(`t.${field.name}`)} = ${toParameter(field, parseFieldValue(field, key))}`;
}

function toOrder(entity: EntityType, { sort = [] }: Pick<RowQuery, 'sort'>): RawBuilder<unknown> {
  const asked = sort.map(({ field, isDescending }) => ({ name: requireField(entity, field).name, isDescending }));
  const isDated = entity.fields.some(({ name }) => name === 'created_at');
  const byDefault = asked.length === 0 && isDated ? [{ name: 'created_at', isDescending: true }] : [];
  const order = [...asked, ...byDefault, { name: entity.key, isDescending: false }];
  return sql.join(
    order.map(
      ({ name, isDescending }) => sql`${sql.ref(`t.${name}`)} ${sql.raw(isDescending ? 'desc nulls last' : 'asc')}`,
    ),
  );
}

function pick(row: Row, fields: readonly string[] | undefined): Row {
  if (fields === undefined) return row;
  return Object.fromEntries(fields.map((name): [string, JsonValue] => [name, row[name] ?? null]));
}
