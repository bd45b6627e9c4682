import type { JsonValue } from '../json/json-value.ts';

/** Deeper than the input of any tool, and safe for the stack of what copies, compares or writes it. */
export const deepestNesting = 200;

/**
 * Reads the arguments of a tool call as a model wrote them. Returns `undefined` for a text that is not JSON, or that is nested
 * more than 200 levels deep; it never throws.
 */
export function readArguments(text: string): JsonValue | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    return isWithin(value, deepestNesting) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isWithin(value: JsonValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((entry) => isWithin(entry, levels - 1));
}
