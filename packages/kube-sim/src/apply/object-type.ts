import type { ResourceDefinition } from '../resources/resource-definition.ts';
import type { ResolveSchema, Schema } from '../schema/schema.ts';
import { referencePrefix, type SchemaCatalog } from '../resources/schema-catalog.ts';

/** The field types of a kind, for ownership. */
export interface ObjectType {
  readonly schema: Schema;
  readonly resolve: ResolveSchema;
  /** Fields that a built-in type serializes even if unset; custom resources have none. */
  readonly zeroFieldsOf: SchemaCatalog['zeroFieldsOf'] | undefined;
}

/** The type of a kind. Custom resources have the metadata type of every object, whatever their schema says. */
export function objectTypeOf(
  schemas: SchemaCatalog,
  definition: Pick<ResourceDefinition, 'group' | 'version' | 'kind' | 'custom'>,
): ObjectType {
  const schema = schemas.schemaOf(definition);
  const { resolve, zeroFieldsOf } = schemas;
  if (schema && !definition.custom) return { schema, resolve, zeroFieldsOf };
  const metadata = { $ref: referencePrefix + schemas.nameOfMeta('ObjectMeta') };
  const properties = { ...schema?.properties, metadata };
  return { schema: { ...schema, properties }, resolve, zeroFieldsOf: undefined };
}
