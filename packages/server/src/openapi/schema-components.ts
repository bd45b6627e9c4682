import type { JsonSchema } from '@shipmate/core';
import { z } from 'zod';
import type { RouteSchema } from './describe-route.ts';

/** The schemas of a document: each named one is written once and referred to. */
export interface SchemaComponents {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Returns the schema of what is on the wire, before a parser adds defaults; `name` names its recursive parts. */
  convert(schema: RouteSchema, name: string): JsonSchema;
}

const prefix = '#/components/schemas/';

/** Creates the schemas of a document; those exported by `modules` as `nameSchema` are called `Name`. */
export function createSchemaComponents(modules: readonly Readonly<Record<string, unknown>>[]): SchemaComponents {
  const metadata = z.registry<{ id: string }>();
  for (const [exported, value] of modules.flatMap((module) => Object.entries(module))) {
    if (!(value instanceof z.ZodType) || metadata.has(value)) continue;
    const name = exported.replace(/Schema$/, '');
    metadata.add(value, { id: name.charAt(0).toUpperCase() + name.slice(1) });
  }
  const schemas: Record<string, JsonSchema> = {};

  function hoist(whole: JsonSchema, name: string): JsonSchema {
    const { $defs = {}, $schema: _, ...schema } = whole;
    const toName = (id: string): string => id.replace(/^__schema/, `${name}Part`);
    const rename = (reference: string): string =>
      prefix + (reference === '#' ? name : toName(reference.slice('#/$defs/'.length)));
    for (const [id, { id: __, ...definition }] of Object.entries($defs as Readonly<Record<string, JsonSchema>>)) {
      schemas[toName(id)] = mapReferences(definition, rename) as JsonSchema;
    }
    const hoisted = mapReferences(schema, rename) as JsonSchema;
    if (JSON.stringify(schema).includes('"$ref":"#"')) schemas[name] = hoisted;
    return hoisted;
  }

  return {
    schemas,
    convert(schema, name) {
      if ('jsonSchema' in schema) return hoist(schema.jsonSchema, name);
      // As a property, a named schema is referred to like any other.
      const { properties = {}, $defs = {} } = z.toJSONSchema(z.object({ schema }), {
        io: 'input',
        metadata,
        unrepresentable: 'any',
        override: ({ jsonSchema }) => dropAnyNames(jsonSchema),
      });
      return hoist({ ...(properties['schema'] as JsonSchema), $defs }, name);
    },
  };
}

/** Every name of a property is a text. */
function dropAnyNames(schema: z.core.JSONSchema.BaseSchema): void {
  const { propertyNames } = schema;
  if (typeof propertyNames === 'object' && Object.keys(propertyNames).join('') === 'type') delete schema.propertyNames;
}

function mapReferences(value: unknown, rename: (reference: string) => string): unknown {
  if (Array.isArray(value)) return value.map((entry) => mapReferences(entry, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => {
      const isReference = key === '$ref' && typeof entry === 'string';
      return [key, isReference ? rename(entry) : mapReferences(entry, rename)];
    }),
  );
}
