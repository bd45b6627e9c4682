import type { Context } from 'hono';
import type { z } from 'zod';
import { parseInput } from './parse-input.ts';
import { readJson } from './read-json.ts';

/**
 * Reads and validates a JSON body. @throws AppError `VALIDATION_ERROR` with `details.issues[{path, message}]`,
 * `PAYLOAD_TOO_LARGE`.
 */
export async function parseBody<Schema extends z.ZodType>(context: Context, schema: Schema): Promise<z.output<Schema>> {
  return parseInput(schema, await readJson(context));
}
