import { AppError } from '@shipmate/core';
import type { Context } from 'hono';
import { isNestedBeyond } from './json-depth.ts';

const jsonMediaType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/** Maximum nesting of objects and arrays. */
const maxDepth = 200;

/**
 * Reads a JSON body without validation. @throws AppError `VALIDATION_ERROR` for another content type, malformed or
 * deeply nested JSON.
 */
export async function readJson(context: Context): Promise<unknown> {
  if (!jsonMediaType.test(context.req.header('content-type') ?? '')) {
    throw new AppError({ code: 'VALIDATION_ERROR', message: 'Send the body as application/json.' });
  }
  const text = await context.req.text();
  if (isNestedBeyond(text, maxDepth)) {
    const message = `The body is nested more than ${maxDepth} levels deep. Send flatter JSON.`;
    throw new AppError({ code: 'VALIDATION_ERROR', message });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError({ code: 'VALIDATION_ERROR', message: 'The body is not valid JSON.', cause });
  }
}
