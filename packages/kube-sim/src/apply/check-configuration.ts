import { internalFailure } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { asObject, type JsonObject, toText } from '../object/json-value.ts';
import { apiVersionOf, type ResourceDefinition } from '../resources/resource-definition.ts';
import { checkObject } from '../schema/check-object.ts';
import type { SchemaCatalog } from '../schema/schema-catalog.ts';

/**
 * Refuses an applied configuration with fields that its type does not have, or values of another type, whatever the
 * request says of field validation.
 * @throws StatusError 500
 */
export function checkConfiguration(
  schemas: SchemaCatalog,
  definition: ResourceDefinition,
  configuration: JsonObject,
): void {
  const schema = schemas.schemaOf(definition);
  if (!schema) return;
  const found = checkObject(configuration, schema, {
    resolve: schemas.resolve,
    isCustom: definition.custom !== undefined,
  });
  const problems = [
    ...found.unknownFields.map((field) => `.${field}: field not declared in schema`),
    ...found.typeErrors.map(describe),
  ];
  if (problems.length === 0) return;
  const { name, namespace } = asObject(configuration['metadata']);
  const subject = `${toText(namespace)}/${toText(name)}; ${apiVersionOf(definition)}, Kind=${definition.kind}`;
  const text = problems.length === 1 ? problems[0] : ['errors:', ...problems.map((each) => `  ${each}`)].join('\n');
  throw internalFailure(`failed to create typed patch object (${subject}): ${text}`);
}

const expectations: Readonly<Record<string, string>> = {
  array: 'list',
  boolean: 'boolean',
  integer: 'numeric (int or float)',
  number: 'numeric (int or float)',
  object: 'map',
  string: 'string',
};

function describe({ field, message }: StatusCause): string {
  const wanted = /must be of type (\w+)/.exec(message)?.[1] ?? '';
  const given = /^Invalid value: "(\w+)"/.exec(message)?.[1] ?? '';
  return `.${field}: expected ${expectations[wanted] ?? wanted}, got ${given}`;
}
