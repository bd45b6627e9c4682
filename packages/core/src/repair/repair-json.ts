import type { JsonValue } from '../json/json-value.ts';
import { LenientJsonReader } from './lenient-json-reader.ts';

/**
 * Reads the arguments of a tool call as a model wrote them: JSON, or JSON with errors that have one possible meaning. Returns
 * `undefined` for any other text; it never throws and never adds missing values.
 *
 * It repairs code fences, comments, trailing commas, single quotes, raw line breaks in strings, bare keys, Python's literals and
 * several copies of one value. Brackets may be missing at the end, after a complete value. A text that stops within a string, a
 * number, a key or after a comma is truncated and is not repaired. A caller that knows of a truncation does not call it.
 */
export function repairJson(text: string): JsonValue | undefined {
  const plain = parseJson(text);
  if (plain !== undefined) return plain;
  const bare = withoutFence(text);
  return parseJson(bare) ?? readLeniently(bare);
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function readLeniently(text: string): JsonValue | undefined {
  const reader = new LenientJsonReader(text);
  try {
    const first = reader.next();
    const written = JSON.stringify(first);
    for (let copy = reader.next(); copy !== undefined; copy = reader.next()) {
      if (JSON.stringify(copy) !== written) return undefined;
    }
    return first;
  } catch {
    return undefined;
  }
}

function withoutFence(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('```')) return trimmed;
  const body = trimmed.replace(/^```\w*/, '');
  return body.endsWith('```') ? body.slice(0, -3) : body;
}
