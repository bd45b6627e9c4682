import type { Schema } from '../schema/schema.ts';
import { referencePrefix, type SchemaCatalog } from '../resources/schema-catalog.ts';

export type OpenApiDocument = Readonly<Record<string, unknown>>;

/** The frame of all documents. */
export function toDocument({
  paths,
  schemas,
  minor,
}: {
  readonly paths: object;
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly minor: string;
}): OpenApiDocument {
  const bearer = { type: 'apiKey', description: 'A token, as a bearer.', name: 'authorization', in: 'header' };
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: `1.${minor}` },
    paths,
    components: { schemas, securitySchemes: { BearerToken: bearer } },
  };
}

/** A path with one GET operation: discovery, the version. */
export function toReadPath(path: string, schemaName: string): Readonly<Record<string, unknown>> {
  const operation = {
    tags: [path.replace(/^apis?\//, '').replace(/\W+/g, '_')],
    description: `get of ${schemaName.split('.').at(-1)}`,
    responses: {
      '200': { description: 'OK', content: { 'application/json': { schema: { $ref: referencePrefix + schemaName } } } },
      '401': { description: 'Unauthorized' },
    },
  };
  return { [`/${path}/`]: { get: operation } };
}

/** Adds every schema that another one refers to. */
export function collect(schema: Schema, catalog: SchemaCatalog, into: Record<string, Schema>): void {
  const reference = schema.$ref?.replace(referencePrefix, '');
  if (reference !== undefined && !Object.hasOwn(into, reference)) {
    const target = catalog.named(reference) ?? {};
    into[reference] = target;
    collect(target, catalog, into);
  }
  for (const child of [
    ...(schema.allOf ?? []),
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
  ]) {
    collect(child, catalog, into);
  }
}
