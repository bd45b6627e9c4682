import { AppError } from '@shipmate/core';
import type { z } from 'zod';

/** Parses the response of an API server. @throws AppError `EXTERNAL_API_ERROR` when it has another shape. */
export function parseAnswer<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  const parsed = schema.safeParse(readJson(text));
  if (parsed.success) return parsed.data;
  throw new AppError({
    code: 'EXTERNAL_API_ERROR',
    message: 'The cluster sent an unexpected response.',
    cause: parsed.error,
    recoverable: false,
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
