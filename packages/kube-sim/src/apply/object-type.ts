import type { ResourceDefinition } from '../resources/resource-definition.ts';
import type { ResolveSchema, Schema } from '../schema/schema.ts';
import { referencePrefix, type SchemaCatalog } from '../schema/schema-catalog.ts';

/** What is known of the fields of a kind, for saying who owns them. */
export interface ObjectType {
  readonly schema: Schema;
  readonly resolve: ResolveSchema;
  /** Whether objects always have what their type embeds, as those of built-in kinds do. */
  readonly hasZeroValues: boolean;
}

/** The type of a kind. The metadata of custom resources is that of every object, whatever their schema says. */
export function objectTypeOf(
  schemas: SchemaCatalog,
  definition: Pick<ResourceDefinition, 'group' | 'version' | 'kind' | 'custom'>,
): ObjectType {
  const schema = schemas.schemaOf(definition) ?? {};
  const { resolve } = schemas;
  if (!definition.custom) return { schema, resolve, hasZeroValues: true };
  const metadata = { $ref: referencePrefix + schemas.nameOfMeta('ObjectMeta') };
  return { schema: { ...schema, properties: { ...schema.properties, metadata } }, resolve, hasZeroValues: false };
}
