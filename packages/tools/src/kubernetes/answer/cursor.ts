import { createHash } from 'node:crypto';
import { AppError } from '@shipmate/core';
import type { z } from 'zod';

/** Encodes the position at which an answer ended, bound to the question that it answered. */
export function writeCursor(question: unknown, state: unknown): string {
  return Buffer.from(JSON.stringify([digest(question), state])).toString('base64url');
}

/** Decodes a cursor. @throws AppError `VALIDATION_ERROR` when the cursor belongs to another question. */
export function readCursor<Schema extends z.ZodType>(
  cursor: string,
  question: unknown,
  schema: Schema,
): z.output<Schema> {
  const [of, state] = parse(cursor);
  const parsed = schema.safeParse(state);
  if (of === digest(question) && parsed.success) return parsed.data;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message:
      'This cursor belongs to another call. Repeat the call that gave it with the same other fields, or leave it out.',
    details: { field: 'cursor' },
  });
}

function parse(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function digest(question: unknown): string {
  return createHash('sha256').update(JSON.stringify(question)).digest('base64url').slice(0, 8);
}
