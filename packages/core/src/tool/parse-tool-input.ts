import type { z } from 'zod';
import { AppError } from '../error/app-error.ts';
import { describeIssue } from '../error/describe-issue.ts';

/**
 * Checks and completes the input of a tool. The error message is for a model to act on.
 *
 * @throws AppError `VALIDATION_ERROR` with `details.issues[{path, message}]`.
 */
export function parseToolInput(toolName: string, schema: z.ZodType, input: unknown): unknown {
  const parsed = schema.safeParse(input, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const problems = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message));
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `Invalid input for ${toolName}: ${problems.join('; ')}`,
    details: { issues },
  });
}
