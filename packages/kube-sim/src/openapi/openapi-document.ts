import { createHash } from 'node:crypto';
import { collect, type OpenApiDocument, toDocument, toReadPath } from './document-frame.ts';
import { pathOf, toPaths } from './operations.ts';
import { rootDocuments } from './root-documents.ts';
import { namedGroups } from '../resources/discovery.ts';
import type { ResourceDefinition } from '../resources/resource-definition.ts';
import type { GroupVersion } from '../resources/resource-registry.ts';
import { referencePrefix, type SchemaCatalog } from '../resources/schema-catalog.ts';
import type { Schema } from '../schema/schema.ts';

const metaTypes = { deleteOptions: 'DeleteOptions', patch: 'Patch', status: 'Status' } as const;

/** The OpenAPI document of a group and version: its types and operations. */
export function toOpenApiDocument(groupVersion: GroupVersion, catalog: SchemaCatalog, minor: string): OpenApiDocument {
  const schemas: Record<string, Schema> = {};

  function use(name: string, schema: Schema | undefined = catalog.named(name)): string | undefined {
    if (schema === undefined) return undefined;
    schemas[name] = schema;
    collect(schema, catalog, schemas);
    return name;
  }
  const useMeta = (type: string) => use(catalog.nameOfMeta(type));

  function useKind(definition: Pick<ResourceDefinition, 'group' | 'version' | 'kind' | 'custom'>): string | undefined {
    const { group, version, kind, custom } = definition;
    const identity = { 'x-kubernetes-group-version-kind': [{ group, kind, version }] };
    if (custom) return use(customName(definition), { ...toPublishedSchema(custom.schema ?? {}, catalog), ...identity });
    const name = catalog.nameOf(definition);
    return name === undefined ? undefined : use(name, { ...catalog.named(name), ...identity });
  }

  function useList(definition: ResourceDefinition): string | undefined {
    const list = { group: definition.group, version: definition.version, kind: `${definition.kind}List` };
    if (!definition.custom) return useKind(list);
    const schema = toListSchema(customName(definition), catalog);
    return use(customName(list), { ...schema, 'x-kubernetes-group-version-kind': [list] });
  }

  const paths = groupVersion.resources.map((definition) => {
    const object = useKind(definition);
    return toPaths(definition, (what, subresource) => {
      if (what === 'text') return undefined;
      if (what === 'list') return useList(definition);
      if (what !== 'object') return useMeta(metaTypes[what]);
      if (subresource === undefined || subresource.kind === definition.kind) return object;
      return useKind({ ...(subresource.groupVersion ?? definition), kind: subresource.kind });
    });
  });
  const read = toReadPath(pathOf(groupVersion), useMeta('APIResourceList') ?? '');
  return toDocument({ paths: Object.assign({}, read, ...paths) as object, schemas, minor });
}

function customName({ group, version, kind }: Pick<ResourceDefinition, 'group' | 'version' | 'kind'>): string {
  return [...group.split('.').toReversed(), version, kind].join('.');
}

const apiVersion: Schema = { type: 'string', description: 'The group and version of this object.' };
const kind: Schema = { type: 'string', description: 'The kind of this object, in CamelCase.' };

/** The published schema of a custom resource, including the fields that the server adds to every object. */
function toPublishedSchema(schema: Schema, catalog: SchemaCatalog): Schema {
  const metadata = { description: 'Standard metadata of the object.', ...referTo('ObjectMeta', catalog) };
  const { properties, ...rest } = withEmbedded(schema, metadata);
  return { ...rest, type: 'object', properties: { ...properties, apiVersion, kind, metadata } };
}

/** Embedded objects have these fields, too. */
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
function toListSchema(itemName: string, catalog: SchemaCatalog): Schema {
  return {
    description: `A list of ${itemName.split('.').at(-1)} objects.`,
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion,
      items: { type: 'array', items: { $ref: referencePrefix + itemName } },
      kind,
      metadata: { description: 'Version and continue token of the list.', ...referTo('ListMeta', catalog) },
    },
  };
}

function referTo(type: string, catalog: SchemaCatalog): Schema {
  return { allOf: [{ $ref: referencePrefix + catalog.nameOfMeta(type) }] };
}

/** The index at `/openapi/v3`; a hash changes with its document. */
interface OpenApiIndex {
  toIndex(versions: readonly GroupVersion[]): Readonly<Record<string, unknown>>;
  /** The hash of the document at a path; undefined if there is none. */
  hashOf(path: string, versions: readonly GroupVersion[]): string | undefined;
}

/** Creates the index of a server. */
export function createOpenApiIndex(gitVersion: string): OpenApiIndex {
  // Definitions are immutable, and hashing those of 500 custom resources is slow.
  const known = new WeakMap<object, string>();

  function hashOfDefinition(definition: GroupVersion['resources'][number]): string {
    const hash = known.get(definition) ?? toHash(JSON.stringify(definition));
    known.set(definition, hash);
    return hash;
  }

  function toHashes(versions: readonly GroupVersion[]): ReadonlyMap<string, string> {
    const groups = [...namedGroups(versions)].map(([group, each]): [string, string] => [
      `apis/${group}`,
      each.map(({ version }) => version).join(','),
    ]);
    const documents = versions.map((each): [string, string] => [
      pathOf(each),
      each.resources.map(hashOfDefinition).join(','),
    ]);
    const roots = Object.keys(rootDocuments).map((path): [string, string] => [path, path]);
    const sources = [...roots, ...groups, ...documents].sort(([left], [right]) => (left < right ? -1 : 1));
    return new Map(sources.map(([path, text]) => [path, toHash(`${gitVersion} ${path} ${text}`)]));
  }

  return {
    toIndex(versions) {
      const entries = [...toHashes(versions)].map(([path, hash]) => [
        path,
        { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` },
      ]);
      return { paths: Object.fromEntries(entries) as object };
    },
    hashOf: (path, versions) => toHashes(versions).get(path),
  };
}

function toHash(text: string): string {
  return createHash('sha512').update(text).digest('hex').toUpperCase();
}
