import { isJsonObject, type JsonObject, objectAt, objectsAt, textAt, textsAt } from '../cluster/object/read-value.ts';

/** OpenAPI schemas of one document, by name. */
export type SchemaSet = Readonly<Record<string, JsonObject>>;

const maxFields = 120;
const prefix = '#/components/schemas/';

/** Fields that every object has. */
const common: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status']);

/** Returns a schema with its reference resolved; its own description wins. */
function resolveSchema(schema: JsonObject, schemas: SchemaSet): JsonObject {
  const reference = textAt(schema, '$ref') ?? objectsAt(schema, 'allOf').map((each) => textAt(each, '$ref'))[0];
  if (!reference?.startsWith(prefix)) return schema;
  const name = reference.slice(prefix.length);
  const target = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  const { $ref: _reference, allOf: _all, ...own } = schema;
  return { ...target, ...own };
}

/** Lists of lists of maps … nested deeper count as recursive schemas. */
const maxNesting = 5;

/**
 * Returns the schemas from one through those of its items or values to the first that is neither list nor
 * map.
 */
export function elementsOf(schema: JsonObject, schemas: SchemaSet): readonly JsonObject[] {
  const elements = [schema];
  while (elements.length <= maxNesting) {
    const { items, additionalProperties } = elements.at(-1) ?? {};
    const inner = [items, additionalProperties].find(isJsonObject);
    if (inner === undefined) break;
    elements.push(resolveSchema(inner, schemas));
  }
  return elements;
}

/** Returns the innermost element schema of a list or map; of any other schema, itself. */
export function elementOf(schema: JsonObject, schemas: SchemaSet): JsonObject {
  return elementsOf(schema, schemas).at(-1) ?? schema;
}

/** Returns the fields of a schema by name, required ones first. */
export function fieldsOf(
  schema: JsonObject,
  schemas: SchemaSet,
): readonly (readonly [name: string, schema: JsonObject])[] {
  const required = new Set(textsAt(schema, 'required'));
  return Object.entries(objectAt(schema, 'properties'))
    .filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))
    .map(([name, field]) => [name, resolveSchema(field, schemas)] as const)
    .toSorted(([one], [other]) => Number(required.has(other)) - Number(required.has(one)));
}

/** Lists paths under `spec`, or under the object if it has none, to depth 2. */
export function listFields(kind: JsonObject, schemas: SchemaSet): readonly string[] {
  const top = fieldsOf(kind, schemas);
  const spec = top.find(([name]) => name === 'spec')?.[1];
  const first = spec ? fieldsOf(spec, schemas) : top.filter(([name]) => !common.has(name));
  const second = first.flatMap(([name, field]) =>
    fieldsOf(elementOf(field, schemas), schemas).map(([inner]) => `${name}.${inner}`),
  );
  return [...first.map(([name]) => name), ...second].slice(0, maxFields);
}
