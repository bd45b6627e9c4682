import { isObject, setField } from '../object/json-value.ts';
import { fieldSchema, type ResolveSchema, type Schema } from './schema.ts';

/** Fills in the defaults that a custom resource's schema declares, in place. */
export function applySchemaDefaults(value: unknown, given: Schema | undefined, resolve: ResolveSchema): void {
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
