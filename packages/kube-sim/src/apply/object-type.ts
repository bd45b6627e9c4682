import type { ResourceDefinition } from '../resources/resource-definition.ts';
import type { ResolveSchema, Schema } from '../schema/schema.ts';
import { referencePrefix, type SchemaCatalog } from '../resources/schema-catalog.ts';

/** What is known of the fields of a kind, for saying who owns them. */
export interface ObjectType {
  readonly schema: Schema;
  readonly resolve: ResolveSchema;
  /** What the type of a built-in kind serialises where nobody set anything; custom resources are what was written. */
  readonly zeroFieldsOf: SchemaCatalog['zeroFieldsOf'] | undefined;
}

/** The type of a kind. The metadata of custom resources is that of every object, whatever their schema says. */
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
