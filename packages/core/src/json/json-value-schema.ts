import { z } from 'zod';
import { describeIssue } from '../error/describe-issue.ts';
import type { JsonValue } from './json-value.ts';

/**
 * Accepts and copies any JSON value, several times faster than `z.json()`, which tries one kind of value after the other. Its JSON Schema
 * is `{}`. A key `__proto__` is left out.
 */
export const jsonValueSchema: z.ZodType<JsonValue> = z.unknown().transform((value, context): JsonValue => {
  const copy = copyJson(value);
  if (copy !== undefined) return copy;
  const { data, error } = z.json().safeParse(value, { error: describeIssue });
  if (error === undefined) return data;
  for (const { path, message } of error.issues) context.addIssue({ code: 'custom', path, message });
  return z.NEVER;
});

/** Returns undefined for a value that is not JSON, or has a prototype of its own. */
function copyJson(value: unknown): JsonValue | undefined {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (Array.isArray(value)) return copyList(value);
  return typeof value === 'object' && isPlain(value) ? copyObject(value) : undefined;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function copyList(list: readonly unknown[]): JsonValue | undefined {
  const copies: JsonValue[] = [];
  for (const entry of list) {
    const copy = copyJson(entry);
    if (copy === undefined) return undefined;
    copies.push(copy);
  }
  return copies;
}

function copyObject(value: object): JsonValue | undefined {
  const copies: Record<string, JsonValue> = {};
  for (const [key, entry] of Object.entries(value)) {
    if (key === '__proto__') continue;
    const copy = copyJson(entry);
    if (copy === undefined) return undefined;
    copies[key] = copy;
  }
  return copies;
}
