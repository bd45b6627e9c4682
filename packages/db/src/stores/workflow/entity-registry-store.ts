import { AppError } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import {
  builtInEntities,
  type EntityField,
  type EntityFieldType,
  type EntityRegistry,
  newTableEntitySchema,
  toWebhookEntityName,
} from '@shipmate/domain/workflow';
import { sql } from 'kysely';
import { type Executor, inTransaction } from '../../executor/executor.ts';
import { findRegisteredEntity, listRegisteredEntities } from './rows/registered-entities.ts';

/** Creates an {@link EntityRegistry} on SQL. */
export function createEntityRegistryStore(executor: Executor): EntityRegistry {
  return {
    async register(given) {
      const { table: name, key, description, readOnly } = parse(given);
      requireFreeName(name);
      return inTransaction(executor, async (transaction) => {
        await requireOwnTable(transaction, name);
        const columns = await readColumns(transaction, name);
        requireOrganizationColumn(columns, name);
        await requireKey(transaction, { name, key, columns });
        const own = columns.filter((column) => column.name !== 'organization_id');
        const fields = own.flatMap((column) => toField(column, { key, readOnly }) ?? []);
        const leftOut = own.filter((column) => fieldTypeOf(column) === undefined);
        const entity = { id: newId(), name, description, key, fields };
        const row = await transaction
          .insertInto('registered_entity')
          .values({ ...entity, fields: JSON.stringify(fields) })
          .onConflict((conflict) =>
            conflict.column('name').doUpdateSet({ description, key, fields: JSON.stringify(fields) }),
          )
          .returning('id')
          .executeTakeFirstOrThrow();
        await dropTrigger(transaction, name);
        const captured = sql.join([key, ...fields.map((field) => field.name)].map((column) => sql.lit(column)));
        await sql`
          create trigger shipmate_capture after insert or update or delete on ${sql.table(name)}
            for each row execute function workflow_capture(${captured})`.execute(transaction);
        return {
          entity: { ...entity, id: row.id },
          leftOut: leftOut.map((column) => `${column.name} ${column.type}`),
        };
      });
    },

    list: () => listRegisteredEntities(executor),

    async unregister(name) {
      await inTransaction(executor, async (transaction) => {
        const entity = await findRegisteredEntity(transaction, name);
        if (entity === undefined) {
          throw new AppError({ code: 'NOT_FOUND', message: `No registered entity "${name}" found.` });
        }
        await transaction.deleteFrom('registered_entity').where('name', '=', entity.name).execute();
        if ((await readColumns(transaction, entity.name)).length > 0) await dropTrigger(transaction, entity.name);
      });
    },
  };
}

interface Column {
  readonly name: string;
  /** As PostgreSQL writes it: `timestamp with time zone`. */
  readonly type: string;
  readonly isNullable: boolean;
  /** True for identity and generated columns. */
  readonly isGenerated: boolean;
}

const fieldTypes: Readonly<Record<string, EntityFieldType>> = {
  uuid: 'uuid',
  text: 'text',
  'character varying': 'text',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'number',
  numeric: 'number',
  real: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  'timestamp with time zone': 'timestamp',
  json: 'json',
  jsonb: 'json',
};

/** Columns that the database sets. */
const timeColumns: ReadonlySet<string> = new Set(['created_at', 'updated_at']);

function fieldTypeOf({ type }: Column): EntityFieldType | undefined {
  const name = type.replace(/\(.*\)/u, '').trim();
  return Object.hasOwn(fieldTypes, name) ? fieldTypes[name] : undefined;
}

function toField(
  column: Column,
  { key, readOnly }: { readonly key: string; readonly readOnly: boolean },
): EntityField | undefined {
  const type = fieldTypeOf(column);
  if (type === undefined) return undefined;
  const { name, isNullable, isGenerated } = column;
  // A key without a default is given when a row is created, and stays then.
  const isWritable = !readOnly && !isGenerated && name !== key && !timeColumns.has(name);
  return { name, type, isNullable, isWritable };
}

function parse(given: Parameters<EntityRegistry['register']>[0]) {
  const parsed = newTableEntitySchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw invalid(issues.map(({ path, message }) => `${path}: ${message}`).join(' '), { issues });
}

function requireFreeName(name: string): void {
  const isTaken = builtInEntities.some((entity) => entity.name === name) || name.startsWith(toWebhookEntityName(''));
  if (!isTaken) return;
  throw new AppError({ code: 'CONFLICT', message: `"${name}" is the name of an entity of Shipmate.` });
}

/** Refuses the tables of Shipmate, its queue and the database itself: their rows are not for rules. */
async function requireOwnTable(executor: Executor, name: string): Promise<void> {
  const [schema = ''] = name.split('.');
  const { rows } = await sql<{ readonly schema: string }>`select current_schema() as schema`.execute(executor);
  const reserved = [rows[0]?.schema, 'pgboss', 'information_schema', 'core', 'platform', 'webhooks'];
  if (!reserved.includes(schema) && !schema.startsWith('pg_')) return;
  throw invalid(
    `The schema "${schema}" belongs to Shipmate or PostgreSQL. Put the table, or a foreign table, into a schema of its own.`,
  );
}

async function readColumns(executor: Executor, name: string): Promise<readonly Column[]> {
  const { rows } = await sql<Column & { readonly kind: string }>`
    select attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as "isNullable",
      attidentity <> '' or attgenerated <> '' as "isGenerated", relkind::text as kind
    from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
    where nspname || '.' || relname = ${name} and attnum > 0 and not attisdropped
    order by attnum`.execute(executor);
  if (rows.length > 0 && !rows.every(({ kind }) => ['r', 'p', 'f'].includes(kind))) {
    throw invalid(`"${name}" is not a table. Views have no changes that a rule can watch.`);
  }
  return rows;
}

function requireOrganizationColumn(columns: readonly Column[], name: string): void {
  if (columns.length === 0) {
    throw new AppError({ code: 'NOT_FOUND', message: `Table "${name}" not found, or its columns are not visible.` });
  }
  if (columns.some((column) => column.name === 'organization_id' && column.type === 'uuid')) return;
  throw invalid(`"${name}" needs a column "organization_id" of type uuid, which says whose row it is.`);
}

interface KeyOptions {
  readonly name: string;
  readonly key: string;
  readonly columns: readonly Column[];
}

/** Checks that the key identifies a row of an organization. A foreign table has no index to check. */
async function requireKey(executor: Executor, { name, key, columns }: KeyOptions): Promise<void> {
  const column = columns.find((each) => each.name === key);
  const type = column && fieldTypeOf(column);
  if (type === undefined || type === 'json') {
    const known = columns.filter((each) => fieldTypeOf(each) !== undefined).map((each) => each.name);
    throw invalid(`key: "${name}" has no column "${key}" of a type that can be a key. Columns: ${known.join(', ')}.`);
  }
  const { rows } = await sql<{ readonly kind: string; readonly columns: readonly string[] | null }>`
    select relkind::text as kind, (
      select json_agg(attname) from pg_attribute
      where attrelid = indrelid and attnum = any (indkey)
    ) as columns
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      left join pg_index on indrelid = pg_class.oid and indisunique and indpred is null and indexprs is null
    where nspname || '.' || relname = ${name}`.execute(executor);
  const isKey = rows.some(
    (index) =>
      index.kind === 'f' ||
      (index.columns?.includes(key) === true &&
        index.columns.every((each) => each === key || each === 'organization_id')),
  );
  if (!isKey) throw invalid(`key: "${key}" is not unique. Add a unique index on (organization_id, ${key}).`);
}

async function dropTrigger(executor: Executor, name: string): Promise<void> {
  await sql`drop trigger if exists shipmate_capture on ${sql.table(name)}`.execute(executor);
}

function invalid(
  message: string,
  details?: { readonly issues: readonly { path: string; message: string }[] },
): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message, ...(details && { details }) });
}
