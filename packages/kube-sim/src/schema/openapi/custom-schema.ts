import type { Schema } from '../schema.ts';
import { referencePrefix, type SchemaCatalog } from '../schema-catalog.ts';

const apiVersion: Schema = { type: 'string', description: 'The group and version of this object.' };
const kind: Schema = { type: 'string', description: 'What this object is, in CamelCase.' };

/** The schema of a custom resource as it is published: with what the server itself adds to every object. */
export function toPublishedSchema(schema: Schema, catalog: SchemaCatalog): Schema {
  const metadata = { description: 'Name, labels and the like.', ...referTo('ObjectMeta', catalog) };
  const { properties, ...rest } = withEmbedded(schema, metadata);
  return { ...rest, type: 'object', properties: { ...properties, apiVersion, kind, metadata } };
}

/** Objects in objects are complete ones too. */
function withEmbedded(schema: Schema, metadata: Schema): Schema {
  const below = (each: Schema) => withEmbedded(each, metadata);
  const properties =
    schema.properties &&
    Object.fromEntries(Object.entries(schema.properties).map(([name, each]) => [name, below(each)]));
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
  return {
    ...schema,
    ...(schema.items && { items: below(schema.items) }),
    ...(typeof schema.additionalProperties === 'object' && {
      additionalProperties: below(schema.additionalProperties),
    }),
    ...(isEmbedded ? { properties: { apiVersion, kind, metadata, ...properties } } : properties && { properties }),
  };
}

/** The schema of a list of custom resources. */
export function toListSchema(itemName: string, catalog: SchemaCatalog): Schema {
  return {
    description: `A list of ${itemName.split('.').at(-1)} objects.`,
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion,
      items: { type: 'array', items: { $ref: referencePrefix + itemName } },
      kind,
      metadata: { description: 'Where the list goes on, and its version.', ...referTo('ListMeta', catalog) },
    },
  };
}

function referTo(type: string, catalog: SchemaCatalog): Schema {
  return { allOf: [{ $ref: referencePrefix + catalog.nameOfMeta(type) }] };
}
