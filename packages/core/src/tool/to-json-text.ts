/**
 * Writes any value as JSON; it never throws. A BigInt becomes its digits, an error its message, a map an object, a set a list, a
 * cycle `"[circular]"`, a value without a JSON form `null`, and an unreadable value a text that says so.
 */
export function toJsonText(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, isPlain(value) ? undefined : plainReplacer(), indent) ?? 'null';
  } catch {
    return '"[cannot be written as JSON]"';
  }
}

/** A value that is nested deeper is treated as a cycle. */
const deepest = 32;

/** True for a value that needs no replacer, as nearly all do not: writing it is several times faster. */
function isPlain(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'bigint' && typeof value !== 'function';
  if (depth === deepest) return false;
  if (Array.isArray(value)) return value.every((entry) => isPlain(entry, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const key in value) if (!isPlain((value as Record<string, unknown>)[key], depth + 1)) return false;
  return true;
}

/** An object that `JSON.stringify` is inside of: `source` is the value, `plain` its replacement. */
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
