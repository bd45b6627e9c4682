/**
 * Writes any value as JSON without ever throwing: a BigInt becomes its digits, an error its message, a map an object, a set
 * a list, a cycle `"[circular]"`, and what JSON cannot say at all `null`.
 */
export function toJsonText(value: unknown, indent?: number): string {
  const ancestors: object[] = [];
  const text = JSON.stringify(
    value,
    function (this: unknown, _key: string, entry: unknown): unknown {
      if (typeof entry === 'bigint') return entry.toString();
      if (typeof entry === 'function' || typeof entry === 'symbol') return undefined;
      if (typeof entry !== 'object' || entry === null) return entry;
      while (ancestors.length > 0 && ancestors.at(-1) !== this) ancestors.pop();
      if (ancestors.includes(entry)) return '[circular]';
      ancestors.push(entry);
      if (entry instanceof Error) return { error: entry.message };
      if (entry instanceof Map) return Object.fromEntries(entry);
      if (entry instanceof Set) return [...entry];
      return entry;
    },
    indent,
  );
  return text ?? 'null';
}
