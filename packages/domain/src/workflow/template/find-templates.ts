import type { JsonValue } from '@shipmate/core';

/** Nesting of configurations below which templates are looked for. */
const maxDepth = 20;

/** A text with a template in a configuration. */
interface LocatedTemplate {
  /** Location in the configuration, for example `recipients.users[0]`. */
  readonly path: string;
  readonly template: string;
}

/** Lists the texts of a configuration that contain expressions. */
export function findTemplates(value: JsonValue, path = '', depth = 0): readonly LocatedTemplate[] {
  if (typeof value === 'string') return value.includes('{{') ? [{ path, template: value }] : [];
  if (typeof value !== 'object' || value === null || depth === maxDepth) return [];
  if (Array.isArray(value)) {
    return value.flatMap((each, index) => findTemplates(each as JsonValue, `${path}[${index}]`, depth + 1));
  }
  return Object.entries(value).flatMap(([name, each]) =>
    findTemplates(each as JsonValue, path === '' ? name : `${path}.${name}`, depth + 1),
  );
}
