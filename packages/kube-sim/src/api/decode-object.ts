import { defaultObject } from '../admission/kind-defaults.ts';
import type { WriteOptions } from './write-options.ts';
import { badRequest } from '../errors/refusals.ts';
import type { StatusCause, StatusError } from '../errors/status-error.ts';
import { isObject, type JsonObject, setField, scalarToText } from '../object/json-value.ts';
import { apiVersionOf, type ResourceDefinition } from '../resources/resource-definition.ts';
import type { SchemaCatalog } from '../resources/schema-catalog.ts';
import { checkObject } from '../schema/check-object.ts';
import { fieldSchema, type ResolveSchema, type Schema } from '../schema/schema.ts';

interface DecodedObject {
  readonly object: JsonObject;
  /** Violations of the schema. */
  readonly causes: readonly StatusCause[];
}

type DecodeOptions = Pick<WriteOptions, 'fieldValidation' | 'warn' | 'duplicateFields' | 'refusePatch'> & {
  readonly body: unknown;
};

/**
 * Decodes an object: checks its kind and types, handles unknown fields, sets defaults.
 * @throws StatusError 400, or 422 for a patch, for another kind, a value of another type, or unknown fields under
 * strict validation
 */
export function decodeObject(
  schemas: SchemaCatalog,
  definition: ResourceDefinition,
  options: DecodeOptions,
): DecodedObject {
  const { body } = options;
  if (!isObject(body)) throw badRequest('the object provided is unrecognized (must be of type object)');
  const apiVersion = apiVersionOf(definition);
  checkKind(body, definition, apiVersion);
  const schema = schemas.schemaOf(definition);
  const given = { ...structuredClone(body), apiVersion, kind: definition.kind };
  if (!schema) {
    checkFields([], definition, options);
    return { object: given, causes: [] };
  }

  const { object, unknownFields, typeErrors, causes } = checkObject(given, schema, {
    resolve: schemas.resolve,
    isCustom: definition.custom !== undefined,
  });
  const [typeError] = typeErrors;
  if (typeError && !definition.custom) {
    const describe = options.refusePatch?.isStrategic === true ? describeConversion : describeTypeError;
    throw unreadable(describe(typeError, definition.kind, { schema, resolve: schemas.resolve }), definition, options);
  }
  checkFields(unknownFields, definition, options);
  if (definition.custom) applySchemaDefaults(object, schema, schemas.resolve);
  else defaultObject(definition.storage, object);
  return { object, causes: definition.custom ? customCauses(schema, [...typeErrors, ...causes]) : causes };
}

/** Handles unknown and duplicate fields as the request's field validation says: fail, warn or ignore. @throws StatusError */
function checkFields(unknownFields: readonly string[], definition: ResourceDefinition, options: DecodeOptions): void {
  const { fieldValidation = 'Warn', duplicateFields = [], warn } = options;
  const problems = [...duplicateFields, ...unknownFields.map((field) => `unknown field ${JSON.stringify(field)}`)];
  if (problems.length === 0) return;
  if (fieldValidation === 'Strict')
    throw unreadable(`strict decoding error: ${problems.join(', ')}`, definition, options);
  if (fieldValidation === 'Warn') for (const text of problems) warn?.(text);
}

function unreadable(why: string, { kind, version }: ResourceDefinition, { refusePatch }: DecodeOptions): StatusError {
  return (
    refusePatch?.error(why) ?? badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${why}`)
  );
}

function describeConversion({ message }: StatusCause): string {
  const wanted = /must be of type (\w+)/.exec(message)?.[1] ?? '';
  return `unrecognized type: ${({ integer: 'int32', boolean: 'bool' } as Record<string, string>)[wanted] ?? wanted}`;
}

const blocking: ReadonlySet<string> = new Set(['FieldValueRequired', 'FieldValueTypeInvalid']);

/** Reports that CEL rules were not evaluated because the object violates its schema. */
function customCauses(schema: Schema, causes: readonly StatusCause[]): readonly StatusCause[] {
  const inOrder = causes.toSorted((left, right) => (left.field < right.field ? -1 : 1));
  const isBlocked = causes.some(({ reason }) => blocking.has(reason));
  if (!isBlocked || !JSON.stringify(schema).includes('"x-kubernetes-validations"')) return inOrder;
  const why =
    'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';
  return [...inOrder, { reason: 'FieldValueInvalid', message: `Invalid value: null: ${why}`, field: '<nil>' }];
}

/** Checks kind and API version; built-in kinds may omit them. @throws StatusError 400 */
export function checkKind(body: JsonObject, { kind, custom }: ResourceDefinition, apiVersion: string): void {
  const given = {
    kind: body['kind'] ?? (custom ? undefined : kind),
    apiVersion: body['apiVersion'] ?? (custom ? undefined : apiVersion),
  };
  if (typeof given.kind !== 'string' || given.kind === '') {
    throw badRequest(`Object 'Kind' is missing in '${JSON.stringify(body).slice(0, 200)}'`);
  }
  if (given.apiVersion !== apiVersion) {
    throw badRequest(
      `the API version in the data (${scalarToText(given.apiVersion)}) does not match the expected API version (${apiVersion})`,
    );
  }
  if (given.kind !== kind) {
    const version = apiVersion.replace('/', '.');
    const name = version.includes('.') ? version.slice(0, version.indexOf('.')) : 'core';
    const [from, to] = [`v1.${given.kind}`, `${name}.${kind}`];
    throw badRequest(
      `${given.kind} in version "${apiVersion}" cannot be handled as a ${kind}: converting (${from}) to (${to}): unknown conversion`,
    );
  }
}

/** Sets the defaults of a custom resource's schema, in place. */
function applySchemaDefaults(value: unknown, given: Schema | undefined, resolve: ResolveSchema): void {
  const schema = resolve(given);
  if (Array.isArray(value)) {
    for (const item of value) applySchemaDefaults(item, schema.items, resolve);
    return;
  }
  if (!isObject(value)) return;
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    const fallback = resolve(child).default;
    const isAbsent = value[name] === undefined || (value[name] === null && child.nullable !== true);
    if (isAbsent && fallback !== undefined) setField(value, name, structuredClone(fallback));
  }
  for (const [name, child] of Object.entries(value)) applySchemaDefaults(child, fieldSchema(schema, name), resolve);
}

const goTypes: Readonly<Record<string, string>> = {
  integer: 'int32',
  boolean: 'bool',
  object: 'map[string]interface {}',
  array: '[]string',
};

/** Words a type mismatch as Go's JSON decoder does. */
function describeTypeError(
  { message, field }: StatusCause,
  kind: string,
  root: { readonly schema: Schema; readonly resolve: ResolveSchema },
): string {
  const wanted = /must be of type (\w+)/.exec(message)?.[1] ?? '';
  const given = /^Invalid value: "(\w+)"/.exec(message)?.[1] ?? '';
  const found = given === 'integer' ? 'number' : given === 'boolean' ? 'bool' : given;
  const path = field.replaceAll(/\[\d+\]/g, '');
  const goType = goTypes[wanted] ?? wanted;
  return `json: cannot unmarshal ${found} into Go struct field ${structAt(path, kind, root)}.${path} of type ${goType}`;
}

/** The name of the Go struct that holds the field at a path; the kind if the schemas name none. */
function structAt(
  path: string,
  kind: string,
  { schema, resolve }: { readonly schema: Schema; readonly resolve: ResolveSchema },
): string {
  let current = resolve(schema);
  let name = kind;
  for (const part of path.split('.').slice(0, -1)) {
    const property = current.properties?.[part];
    const inner = property?.items ?? property;
    const reference = inner?.$ref ?? inner?.allOf?.[0]?.$ref;
    name = reference?.slice(reference.lastIndexOf('.') + 1) ?? name;
    current = resolve(inner);
  }
  return name;
}
