/**
 * Writes any value as JSON without ever throwing: a BigInt becomes its digits, an error its message, a map an object, a set
 * a list, a cycle `"[circular]"`, what JSON cannot say at all `null`, and a value that resists being read a text saying so.
 */
export function toJsonText(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, plainReplacer(), indent) ?? 'null';
  } catch {
    return '"[cannot be written as JSON]"';
  }
}

/** What `JSON.stringify` is inside of: `source` is the value it met, `plain` what was written in its place. */
interface Ancestor {
  readonly source: object;
  readonly plain: object;
}

function plainReplacer(): (this: unknown, key: string, entry: unknown) => unknown {
  const ancestors: Ancestor[] = [];
  return function (_key, entry) {
    if (typeof entry === 'bigint') return entry.toString();
    if (typeof entry !== 'object' || entry === null) return entry;
    while (ancestors.length > 0 && ancestors.at(-1)?.plain !== this) ancestors.pop();
    if (ancestors.some(({ source }) => source === entry)) return '[circular]';
    const plain = toPlain(entry);
    ancestors.push({ source: entry, plain });
    return plain;
  };
}

function toPlain(value: object): object {
  if (value instanceof Error) return { error: value.message };
  if (value instanceof Map) return Object.fromEntries(value);
  if (value instanceof Set) return [...value];
  return value;
}
