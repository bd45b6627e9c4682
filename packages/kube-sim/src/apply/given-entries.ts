import { z } from 'zod';
import { isObject } from '../object/json-value.ts';
import type { ManagedFieldsEntry } from '../object/kube-object.ts';

const fieldsV1: z.ZodType<Record<string, unknown>> = z.record(
  z.string().refine(isElement),
  z.lazy(() => fieldsV1),
);

const entries = z.array(
  z.object({
    manager: z.string().default(''),
    operation: z.enum(['Apply', 'Update']),
    apiVersion: z.string().min(1),
    time: z.string().default(''),
    fieldsType: z.literal('FieldsV1'),
    fieldsV1: fieldsV1.default({}),
    subresource: z.string().min(1).exactOptional(),
  }),
);

function isElement(text: string): boolean {
  if (text === '.' || text.startsWith('f:')) return true;
  const key = parse(text.slice(2));
  return text.startsWith('k:') ? isObject(key) : text.startsWith('v:') && key !== undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * The managed fields that an update starts from: those that it names itself, where they can be read, else those of the
 * object. An empty list, or a list of an empty entry, gives up tracking.
 */
export function givenEntries(given: unknown, current: readonly ManagedFieldsEntry[]): readonly ManagedFieldsEntry[] {
  if (!Array.isArray(given)) return current;
  const [first] = given as unknown[];
  if (given.length === 0 || (given.length === 1 && isObject(first) && Object.keys(first).length === 0)) return [];
  const read = entries.safeParse(given);
  return read.success ? read.data : current;
}
