import { createHash } from 'node:crypto';
import { apiVersionOf, type ResourceDefinition, type Verb } from '../resources/resource-definition.ts';
import type { GroupVersion } from '../resources/resource-registry.ts';
import type { Schema } from './schema.ts';
import { referencePrefix, type SchemaCatalog } from './schema-catalog.ts';

/** `/openapi/v3`: the documents, by group and version. */
export function toOpenApiIndex(versions: readonly GroupVersion[]): Record<string, unknown> {
  const entries = versions.map((each) => {
    const path = pathOf(each);
    const identity = each.resources.map(({ kind, custom }) => [kind, custom]);
    const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex').toUpperCase();
    return [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` }];
  });
  return { paths: Object.fromEntries(entries) };
}

export function pathOf({ group, version }: { readonly group: string; readonly version: string }): string {
  return group === '' ? `api/${version}` : `apis/${group}/${version}`;
}

/** The OpenAPI document of one group and version. */
export function toOpenApiDocument(
  groupVersion: GroupVersion,
  catalog: SchemaCatalog,
  gitVersion: string,
): Record<string, unknown> {
  const schemas: Record<string, Schema> = {};
  const paths: Record<string, unknown> = {};
  for (const definition of groupVersion.resources) {
    const name = definition.custom ? customName(definition) : catalog.nameOf(definition);
    const schema = catalog.schemaOf(definition);
    if (name === undefined || schema === undefined) continue;
    const kinds = [{ group: definition.group, version: definition.version, kind: definition.kind }];
    collect(schema, catalog, schemas);
    schemas[name] = {
      ...(definition.custom ? withTypeMeta(schema, catalog, schemas) : schema),
      'x-kubernetes-group-version-kind': kinds,
    };
    addPaths(paths, definition, name);
  }
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: gitVersion },
    paths,
    components: { schemas },
  };
}

function customName({ group, version, kind }: ResourceDefinition): string {
  return [...group.split('.').toReversed(), version, kind].join('.');
}

const metaName = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';

/** Schemas of custom resources leave `metadata` to the server. */
function withTypeMeta(schema: Schema, catalog: SchemaCatalog, schemas: Record<string, Schema>): Schema {
  const metadata = { allOf: [{ $ref: referencePrefix + metaName }] };
  catalog.nameOf({ group: '', version: 'v1', kind: 'ConfigMap' });
  collect(metadata, catalog, schemas);
  const text = { type: 'string' };
  return { ...schema, properties: { ...schema.properties, apiVersion: text, kind: text, metadata } };
}

function collect(schema: Schema, catalog: SchemaCatalog, into: Record<string, Schema>): void {
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

const methods: readonly (readonly [method: string, verb: Verb, action: string, onObject: boolean])[] = [
  ['get', 'list', 'list', false],
  ['post', 'create', 'post', false],
  ['delete', 'deletecollection', 'deletecollection', false],
  ['get', 'get', 'get', true],
  ['put', 'update', 'put', true],
  ['patch', 'patch', 'patch', true],
  ['delete', 'delete', 'delete', true],
];

const queryParameters = ['dryRun', 'fieldManager', 'fieldValidation', 'force'].map((name) => ({
  name,
  in: 'query',
  schema: { type: name === 'force' ? 'boolean' : 'string', uniqueItems: true },
}));

function addPaths(paths: Record<string, unknown>, definition: ResourceDefinition, schemaName: string): void {
  const base = `/${pathOf(definition)}${definition.namespaced ? '/namespaces/{namespace}' : ''}/${definition.plural}`;
  const { group, version, kind } = definition;
  for (const [method, verb, action, onObject] of methods) {
    if (!definition.verbs.includes(verb)) continue;
    const path = onObject ? `${base}/{name}` : base;
    const content = { 'application/json': { schema: { $ref: referencePrefix + schemaName } } };
    const operation = {
      tags: [apiVersionOf(definition).replace(/[/.]/g, '_')],
      description: `${action} ${kind}`,
      ...(action === 'patch' || action === 'post' || action === 'put' ? { parameters: queryParameters } : {}),
      responses: { '200': { description: 'OK', content }, '401': { description: 'Unauthorized' } },
      'x-kubernetes-action': action,
      'x-kubernetes-group-version-kind': { group, version, kind },
    };
    paths[path] = { ...(paths[path] as object | undefined), [method]: operation };
  }
}
