import type { StatusCause } from '../errors/status-error.ts';
import type { ResolveSchema, Schema } from './schema.ts';

const goTypes: Readonly<Record<string, string>> = {
  integer: 'int32',
  boolean: 'bool',
  object: 'map[string]interface {}',
  array: '[]string',
};

/** Says that a value is of another type than its field, as Go's JSON decoder does. */
export function describeTypeError(
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

/** The name of the structure that holds the field at a path; the kind where schemas do not name it. */
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
