import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { ResourceDefinition } from './resource-definition.ts';
import { parseDeclaration } from '../schema/declaration-schema.ts';
import { fieldOrderOf } from '../schema/field-order/field-order.ts';
import { createFieldOrderer, type FieldOrderer } from '../schema/order-fields.ts';
import type { ResolveSchema, Schema } from '../schema/schema.ts';
import { createZeroFields } from '../schema/zero-values.ts';

/** Schemas of the built-in kinds, read from `kubernetes-models` on first use. */
export interface SchemaCatalog {
  /** The schema of a kind; undefined if unknown. */
  schemaOf(definition: Pick<ResourceDefinition, 'group' | 'version' | 'kind' | 'custom'>): Schema | undefined;
  readonly resolve: ResolveSchema;
  /** Fields that the type of a schema serializes even if unset. */
  readonly zeroFieldsOf: (schema: Schema) => ReadonlyMap<string, unknown>;
  /** Orders the fields of responses like a real server. */
  readonly order: FieldOrderer;
  /** The name of a kind in OpenAPI documents. */
  nameOf(definition: Pick<ResourceDefinition, 'group' | 'version' | 'kind'>): string | undefined;
  /** The name of a `meta/v1` type in OpenAPI documents, such as `Status`. */
  nameOfMeta(type: string): string;
  /** The schema with a name in OpenAPI documents. */
  named(name: string): Schema | undefined;
}

const open: Schema = {};

export const referencePrefix = '#/components/schemas/';

/** Creates a catalog of the installed `kubernetes-models`. */
export function createSchemaCatalog(): SchemaCatalog {
  const require = createRequire(import.meta.url);
  const folders = {
    models: dirname(require.resolve('kubernetes-models/package.json')),
    apimachinery: dirname(require.resolve('@kubernetes-models/apimachinery/package.json')),
  };
  const types = new Map<string, Schema>();
  const orders = new WeakMap<NonNullable<Schema['properties']>, readonly string[]>();
  const names = new Map<string, string | undefined>();

  function load(file: string, modelName: string): string {
    const name = openApiName(modelName);
    if (types.has(name)) return name;
    types.set(name, {});
    const typeName = name.slice(name.lastIndexOf('.') + 1);
    const { schema, imports } = parseDeclaration(readFileSync(file, 'utf8'), typeName);
    const type = mapReferences(schema, (reference) => {
      const module = imports.get(reference);
      return module === undefined ? openApiName(reference) : load(locate(module, file), reference);
    });
    types.set(name, type);
    if (type.properties) orders.set(type.properties, fieldOrderOf(name, type));
    return name;
  }

  function locate(module: string, from: string): string {
    if (module.startsWith('.')) return resolve(dirname(from), module.replace(/\.js$/, '.d.ts'));
    return join(folders.apimachinery, `${module.replace('@kubernetes-models/apimachinery/', '')}.d.ts`);
  }

  function nameOf({ group, version, kind }: Pick<ResourceDefinition, 'group' | 'version' | 'kind'>) {
    const key = `${group}/${version}/${kind}`;
    if (!names.has(key)) {
      const file = join(folders.models, group, version, `${kind}.d.ts`);
      names.set(key, existsSync(file) ? load(file, readModelName(file)) : undefined);
    }
    return names.get(key);
  }

  function nameOfMeta(type: string): string {
    const file = join(folders.apimachinery, 'apis', 'meta', 'v1', `${type}.d.ts`);
    return load(file, readModelName(file));
  }

  // Schemas are immutable, and each write resolves those of all its fields.
  const resolved = new WeakMap<Schema, Schema>();

  function follow(schema: Schema): Schema {
    let current = schema;
    while (current.$ref !== undefined || current.allOf?.length === 1) {
      const reference = current.$ref ?? current.allOf?.[0]?.$ref;
      if (reference === undefined) break;
      const { $ref: _, allOf: __, ...own } = current;
      current = { ...types.get(reference.replace(referencePrefix, '')), ...own };
    }
    return current;
  }

  const resolveSchema: ResolveSchema = (schema = open) => {
    const known = resolved.get(schema) ?? follow(schema);
    resolved.set(schema, known);
    return known;
  };

  return {
    schemaOf(definition) {
      if (definition.custom) return definition.custom.schema;
      const name = nameOf(definition);
      return name === undefined ? undefined : types.get(name);
    },
    resolve: resolveSchema,
    zeroFieldsOf: createZeroFields(resolveSchema),
    order: createFieldOrderer(resolveSchema, ({ properties }) => properties && orders.get(properties)),
    nameOf,
    nameOfMeta,
    named: (name) => types.get(name),
  };
}

function readModelName(file: string): string {
  return /export type \{ I\w+ as I(Io\w+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
}

function referTo($ref: string, isAlone: boolean): Schema {
  return isAlone ? { $ref } : { allOf: [{ $ref }] };
}

/** References with a description are wrapped, because readers of OpenAPI ignore siblings of `$ref`. */
function mapReferences(schema: Schema, rename: (name: string) => string): Schema {
  const { $ref, ...rest } = schema;
  const properties =
    rest.properties &&
    Object.fromEntries(Object.entries(rest.properties).map(([name, each]) => [name, mapReferences(each, rename)]));
  return {
    ...rest,
    ...($ref !== undefined && referTo(referencePrefix + rename($ref), Object.keys(rest).length === 0)),
    ...(properties && { properties }),
    ...(rest.items && { items: mapReferences(rest.items, rename) }),
    ...(typeof rest.additionalProperties === 'object' && {
      additionalProperties: mapReferences(rest.additionalProperties, rename),
    }),
  };
}

const prefixes: readonly (readonly [pattern: RegExp, prefix: string])[] = [
  [/^IoK8sApimachineryPkgApisMeta(V\d\w*?)([A-Z]\w*)$/, 'io.k8s.apimachinery.pkg.apis.meta'],
  [
    /^IoK8sApiextensionsApiserverPkgApisApiextensions(V\d\w*?)([A-Z]\w*)$/,
    'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions',
  ],
  [/^IoK8sKubeAggregatorPkgApisApiregistration(V\d\w*?)([A-Z]\w*)$/, 'io.k8s.kube-aggregator.pkg.apis.apiregistration'],
];

/** Converts a type name to OpenAPI: `IoK8sApiCoreV1Pod` becomes `io.k8s.api.core.v1.Pod`. */
function openApiName(modelName: string): string {
  if (modelName.endsWith('ApiResourceQuantity')) return 'io.k8s.apimachinery.pkg.api.resource.Quantity';
  if (modelName.endsWith('UtilIntstrIntOrString')) return 'io.k8s.apimachinery.pkg.util.intstr.IntOrString';
  if (modelName.endsWith('PkgRuntimeRawExtension')) return 'io.k8s.apimachinery.pkg.runtime.RawExtension';
  for (const [pattern, prefix] of prefixes) {
    const match = pattern.exec(modelName);
    if (match) return `${prefix}.${(match[1] ?? '').toLowerCase()}.${match[2] ?? ''}`;
  }
  const api = /^IoK8sApi([A-Z][a-z]+)(V\d(?:(?:alpha|beta)\d)?)(\w+)$/.exec(modelName);
  return api ? `io.k8s.api.${api[1]?.toLowerCase()}.${api[2]?.toLowerCase()}.${api[3]}` : modelName;
}
