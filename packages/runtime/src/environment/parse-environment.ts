import { AppError } from '@shipmate/core';
import type { z } from 'zod';

/**
 * Parses an app's variables; a blank one counts as absent, so that its default applies.
 *
 * @throws AppError `VALIDATION_ERROR` that names every invalid variable at once and prints no value.
 */
export function parseEnvironment<Schema extends z.ZodObject>(
  schema: Schema,
  variables: Readonly<Record<string, string | undefined>>,
): z.output<Schema> {
  const present = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const parsed = schema.safeParse(present);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const lines = issues.map(({ path, message }) => `  ${path || '(environment)'}: ${message}`);
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `The environment is not usable:\n${lines.join('\n')}`,
    details: { issues },
  });
}
