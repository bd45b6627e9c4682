/** A value of JSON, TOML or XML whose shape is not known. */
export type Loose = Readonly<Record<string, unknown>>;

/** Returns the fields of a value that is an object, and none of another value. */
export function fieldsOf(value: unknown): Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {};
}

/** Returns the texts of a list. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

/** Returns a text, and `undefined` for another value. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Reads fields, and none where that fails. */
export function attemptFields(read: () => unknown): Loose {
  try {
    return fieldsOf(read());
  } catch {
    return {};
  }
}
