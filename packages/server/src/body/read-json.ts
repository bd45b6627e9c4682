import { AppError } from '@shipmate/core';
import type { Context } from 'hono';

const jsonMediaType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/** Maximum nesting of objects and arrays. */
const maxDepth = 200;

/**
 * Reads a JSON body without validation; a request without a body is an empty object. @throws AppError
 * `VALIDATION_ERROR` for another content type, malformed or deeply nested JSON.
 */
export async function readJson(context: Context): Promise<unknown> {
  const text = await context.req.text();
  if (text === '') return {};
  if (!jsonMediaType.test(context.req.header('content-type') ?? '')) {
    throw new AppError({ code: 'VALIDATION_ERROR', message: 'Send the body as application/json.' });
  }
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

/**
 * Returns true when objects and arrays of a JSON text are nested beyond `limit`; linear, without recursion. The result
 * for malformed text is unspecified.
 */
export function isNestedBeyond(text: string, limit: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth > limit) return true;
  }
  return false;
}
