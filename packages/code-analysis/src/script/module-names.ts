/**
 * A name in the records of imports and exports. The parser gives an object with `kind` for a whole tree, and for a lazy one a string
 * for a kind, or a span with the name as its `value`, or without one for a default.
 */
export function toModuleName(written: unknown, all = '*'): string {
  if (typeof written === 'string') return all;
  const { value, name, kind } = written as { value?: string | null; name?: string | null; kind?: string };
  if (kind !== undefined && name == null) return kind === 'Default' ? 'default' : all;
  return value ?? name ?? 'default';
}
