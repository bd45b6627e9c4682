import { defaultObject } from '../admission/kind-defaults.ts';
import { badRequest } from '../errors/refusals.ts';
import type { StatusCause, StatusError } from '../errors/status-error.ts';
import { isObject, type JsonObject, toText } from '../object/json-value.ts';
import { apiVersionOf, type ResourceDefinition } from '../resources/resource-definition.ts';
import { applySchemaDefaults } from '../schema/apply-defaults.ts';
import { checkObject } from '../schema/check-object.ts';
import { describeTypeError } from '../schema/describe-type-error.ts';
import type { Schema } from '../schema/schema.ts';
import type { SchemaCatalog } from '../schema/schema-catalog.ts';
import type { WriteOptions } from './write-options.ts';

export interface DecodedObject {
  readonly object: JsonObject;
  /** Violations of the schema. */
  readonly causes: readonly StatusCause[];
}

type DecodeOptions = Pick<WriteOptions, 'fieldValidation' | 'warn' | 'duplicateFields' | 'refusePatch'> & {
  readonly body: unknown;
};

/**
 * Reads an object as the server understands it: of the right kind, without unknown fields, with defaults.
 * @throws StatusError 400, or 422 for a patch, for another kind, a value of another type, or unknown fields under strict validation
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

/** Refuses unknown and repeated fields, or warns of them, as the request wants. @throws StatusError */
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

/** Rules in CEL are not evaluated for an object that violates its schema in this way. */
function customCauses(schema: Schema, causes: readonly StatusCause[]): readonly StatusCause[] {
  const inOrder = causes.toSorted((left, right) => (left.field < right.field ? -1 : 1));
  const isBlocked = causes.some(({ reason }) => blocking.has(reason));
  if (!isBlocked || !JSON.stringify(schema).includes('"x-kubernetes-validations"')) return inOrder;
  const why =
    'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';
  return [...inOrder, { reason: 'FieldValueInvalid', message: `Invalid value: null: ${why}`, field: '<nil>' }];
}

/** Built-in kinds may be left out where the path says them. */
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
      `the API version in the data (${toText(given.apiVersion)}) does not match the expected API version (${apiVersion})`,
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
