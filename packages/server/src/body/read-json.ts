import { AppError } from '@shipmate/core';
import type { Context } from 'hono';

const jsonMediaType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/** Reads a JSON body unchecked. @throws AppError `VALIDATION_ERROR` for another content type or malformed JSON. */
export async function readJson(context: Context): Promise<unknown> {
  if (!jsonMediaType.test(context.req.header('content-type') ?? '')) {
    throw new AppError({ code: 'VALIDATION_ERROR', message: 'Send the body as application/json.' });
  }
  const text = await context.req.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError({ code: 'VALIDATION_ERROR', message: 'The body is not valid JSON.', cause });
  }
}
