import { AppError, describeIssue } from '@shipmate/core';
import type { z } from 'zod';

/** Validates a client's input. @throws AppError `VALIDATION_ERROR` with `details.issues[{path, message}]`. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message: path.length === 0 && /^(?:must|has) /.test(message) ? `The request ${message}.` : message,
  }));
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; '),
    details: { issues },
  });
}
