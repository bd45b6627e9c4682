import { AppError } from '@shipmate/core';
import { elementOf, fieldsOf, type SchemaSet } from '@shipmate/domain/capability';
import type { JsonObject } from '@shipmate/domain/cluster/object';
import { findSimilarPaths } from './similar-paths.ts';

/**
 * Parses the path of a field in a schema: `spec.template.spec.containers[].image` → spec, template, spec, containers,
 * image.
 */
export function parseSchemaPath(path: string): readonly string[] {
  return path
    .replace(/^\.|^\$\.?/, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .split('.')
    .filter((part) => part !== '' && part !== '*');
}

/**
 * Returns the schema at a path. @throws AppError `NOT_FOUND` that lists the existing fields, or the paths of a field
 * with that name.
 */
export function schemaAt(kind: JsonObject, path: readonly string[], schemas: SchemaSet): JsonObject {
  return path.reduce((schema, name, index) => {
    const fields = fieldsOf(elementOf(schema, schemas), schemas);
    const found =
      fields.find(([field]) => field === name) ?? fields.find(([field]) => field.toLowerCase() === name.toLowerCase());
    if (found) return found[1];
    const parent = path.slice(0, index).join('.') || 'the object';
    throw new AppError({
      code: 'NOT_FOUND',
      message: `There is no field "${name.slice(0, 80)}" in ${parent}. ${suggest(kind, name, { fields, schemas })}`,
      details: { field: 'path' },
    });
  }, kind);
}

function suggest(
  kind: JsonObject,
  name: string,
  { fields, schemas }: { readonly fields: readonly (readonly [string, JsonObject])[]; readonly schemas: SchemaSet },
): string {
  const similar = findSimilarPaths(kind, name, schemas);
  if (similar.length > 0) return `Nearest: ${similar.join(', ')}.`;
  const there = fields.slice(0, 30).map(([field]) => field);
  return there.length === 0
    ? 'It has no fields of its own.'
    : `It has: ${there.join(', ')}${fields.length > 30 ? ' …' : ''}.`;
}
