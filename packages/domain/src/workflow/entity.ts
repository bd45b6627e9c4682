/** Types of entity fields. */
export const entityFieldTypes = ['uuid', 'text', 'integer', 'number', 'boolean', 'timestamp', 'json'] as const;
export type EntityFieldType = (typeof entityFieldTypes)[number];

/** A column of an entity. */
export interface EntityField {
  readonly name: string;
  readonly type: EntityFieldType;
  readonly isNullable: boolean;
  /** False for keys, times that the database sets, and entities that rules only read. */
  readonly isWritable: boolean;
}

/** A table or a stream of platform events that rules watch. */
export interface EntityType {
  readonly id: string;
  /** `schema.table`, for example `inventory.inventory_items`. */
  readonly name: string;
  readonly description: string;
  /** The field that identifies a row. */
  readonly key: string;
  readonly fields: readonly EntityField[];
}

/** Finds an entity by name or id. */
export function findEntity(entities: readonly EntityType[], nameOrId: string): EntityType | undefined {
  return entities.find(({ id, name }) => id === nameOrId || name === nameOrId);
}
