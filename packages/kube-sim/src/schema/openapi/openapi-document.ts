import type { ResourceDefinition } from '../../resources/resource-definition.ts';
import type { GroupVersion } from '../../resources/resource-registry.ts';
import type { Schema } from '../schema.ts';
import type { SchemaCatalog } from '../schema-catalog.ts';
import { toListSchema, toPublishedSchema } from './custom-schema.ts';
import { collect, type OpenApiDocument, toDocument, toReadPath } from './document-frame.ts';
import { pathOf, toPaths } from './operations.ts';

const metaTypes = { deleteOptions: 'DeleteOptions', patch: 'Patch', status: 'Status' } as const;

/** The OpenAPI document of one group and version: its types, and what can be done with them. */
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
