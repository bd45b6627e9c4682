import { z } from 'zod';
import type { EntityType } from '../entity.ts';

const identifier = '[a-z_][a-z0-9_]{0,62}';

/** A table of the database to be registered as an entity. */
export const newTableEntitySchema = z.strictObject({
  table: z.string().regex(new RegExp(`^${identifier}\\.${identifier}$`, 'u'), {
    error: 'has to be schema.table, in lower case, such as billing.invoices',
  }),
  /** The column that identifies a row within an organization. */
  key: z.string().regex(new RegExp(`^${identifier}$`, 'u'), { error: 'has to be a column in lower case' }),
  description: z.string().max(500).default(''),
  /** True if rules and tools only read the rows. */
  readOnly: z.boolean().default(false),
});
export type NewTableEntity = z.input<typeof newTableEntitySchema>;

/** A registered entity with the columns that it leaves out. */
export interface RegisteredEntity {
  readonly entity: EntityType;
  /** Columns of types that rules cannot read, such as `tags text[]`. */
  readonly leftOut: readonly string[];
}

/**
 * Registry of the tables that an operator adds as entities.
 *
 * **Contract.** It serves all organizations: its callers are commands of the operator. A table needs the column `organization_id` of type
 * `uuid`; each organization sees its own rows. Registering a table installs a trigger that captures every committed change, also one that another
 * program makes; registering it again reads its columns again. The data of a table is never changed.
 */
export interface EntityRegistry {
  /**
   * @throws AppError `NOT_FOUND` for a table that does not exist, `VALIDATION_ERROR` for one that cannot be an entity, with the reason,
   * `CONFLICT` for the name of a built-in entity.
   */
  register(table: NewTableEntity): Promise<RegisteredEntity>;
  /** Lists registered entities by name. */
  list(): Promise<readonly EntityType[]>;
  /** Removes the entity and the trigger; the table stays. @throws AppError `NOT_FOUND` */
  unregister(table: string): Promise<void>;
}
