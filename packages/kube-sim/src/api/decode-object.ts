import { badRequest, invalid } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { isObject, type JsonObject, toText } from '../object/json-value.ts';
import { apiVersionOf, type ResourceDefinition } from '../resources/resource-definition.ts';
import { applySchemaDefaults } from '../schema/apply-defaults.ts';
import { checkObject } from '../schema/check-object.ts';
import type { SchemaCatalog } from '../schema/schema-catalog.ts';
import { defaultObject } from '../admission/kind-defaults.ts';
import type { WriteOptions } from './write-options.ts';

export interface DecodedObject {
  readonly object: JsonObject;
  /** What the schema holds against it. */
  readonly causes: readonly StatusCause[];
}

/**
 * Reads an object as the server understands it: of the right kind, without unknown fields, with defaults.
 * @throws StatusError 400 for another kind, a value of another type, or unknown fields under strict validation
 */
export function decodeObject(
  schemas: SchemaCatalog,
  definition: ResourceDefinition,
  { body, fieldValidation = 'Warn', warn }: Pick<WriteOptions, 'fieldValidation' | 'warn'> & { readonly body: unknown },
): DecodedObject {
  if (!isObject(body)) throw badRequest('the object provided is unrecognized (must be of type object)');
  const apiVersion = apiVersionOf(definition);
  checkKind(body, definition, apiVersion);
  const schema = schemas.schemaOf(definition);
  const given = { ...structuredClone(body), apiVersion, kind: definition.kind };
  if (!schema) return { object: given, causes: [] };

  const { object, unknownFields, typeErrors, causes } = checkObject(given, schema, {
    resolve: schemas.resolve,
    isCustom: definition.custom !== undefined,
  });
  const describe = unknownFields.map((field) => `unknown field ${JSON.stringify(field)}`);
  if (fieldValidation === 'Strict' && describe.length > 0) {
    throw badRequest(
      `${definition.kind} in version "${definition.version}" cannot be handled as a ${definition.kind}: strict decoding error: ${describe.join(', ')}`,
    );
  }
  if (fieldValidation === 'Warn') for (const text of describe) warn?.(text);
  const [typeError] = typeErrors;
  if (typeError && !definition.custom) {
    throw badRequest(
      `${definition.kind} in version "${definition.version}" cannot be handled as a ${definition.kind}: json: cannot unmarshal ${goTypeOf(typeError.message)} into Go struct field ${definition.kind}.${typeError.field} of type ${goType(typeError.message)}`,
    );
  }
  if (typeErrors.length > 0) {
    const metadata = isObject(body['metadata']) ? body['metadata'] : {};
    throw invalid(definition, toText(metadata['name']), typeErrors);
  }
  if (definition.custom) applySchemaDefaults(object, schema, schemas.resolve);
  else defaultObject(definition.storage, object);
  return { object, causes };
}

/** Built-in kinds may be left out where the path says them. */
function checkKind(body: JsonObject, { kind, custom }: ResourceDefinition, apiVersion: string): void {
  const given = {
    kind: body['kind'] ?? (custom ? undefined : kind),
    apiVersion: body['apiVersion'] ?? (custom ? undefined : apiVersion),
  };
  if (typeof given.kind !== 'string' || given.kind === '') {
    throw badRequest(`Object 'Kind' is missing in '${JSON.stringify(body).slice(0, 200)}'`);
  }
  if (given.apiVersion !== apiVersion) {
    throw badRequest(
      `the API version in the data (${toText(given.apiVersion)}) does not match the expected API version (${apiVersion})`,
    );
  }
  if (given.kind !== kind) {
    throw badRequest(`${given.kind} in version "${apiVersion}" cannot be handled as a ${kind}: no kind match`);
  }
}

const goTypes: Readonly<Record<string, string>> = {
  integer: 'int32',
  boolean: 'bool',
  object: 'map[string]interface {}',
  array: '[]string',
};

function goType(message: string): string {
  const name = /must be of type (\w+)/.exec(message)?.[1] ?? '';
  return goTypes[name] ?? name;
}

function goTypeOf(message: string): string {
  const name = /^Invalid value: "(\w+)"/.exec(message)?.[1] ?? '';
  return name === 'integer' ? 'number' : name === 'boolean' ? 'bool' : name;
}
