import { AppError, describeIssue } from '@shipmate/core';
import type { z } from 'zod';

/** Other names of variables, by the variable that they stand in for when it is absent. */
type VariableAliases = Readonly<Record<string, string>>;

/**
 * Parses an app's variables; a blank one counts as absent, so that its alias or its default applies. A problem with a
 * value is reported under the name that it was given by.
 *
 * @throws AppError `VALIDATION_ERROR` that names every invalid variable at once and prints no value.
 */
export function parseEnvironment<Schema extends z.ZodObject>(
  schema: Schema,
  variables: Readonly<Record<string, string | undefined>>,
  aliases: VariableAliases = {},
): z.output<Schema> {
  const present = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const inUse = Object.entries(aliases).filter(([name, alias]) => !(name in present) && alias in present);
  for (const [name, alias] of inUse) present[name] = present[alias];
  const parsed = schema.safeParse(present, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({
    path: toGivenNames(path.join('.'), inUse),
    message: toGivenNames(message, inUse),
  }));
  const lines = issues.map(({ path, message }) => `  ${path || '(environment)'}: ${message}`);
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `The environment is not usable:\n${lines.join('\n')}`,
    details: { issues },
  });
}

function toGivenNames(text: string, aliases: readonly (readonly [name: string, alias: string])[]): string {
  return aliases.reduce((named, [name, alias]) => named.replaceAll(name, alias), text);
}
