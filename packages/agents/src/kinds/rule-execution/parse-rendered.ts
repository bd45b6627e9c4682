import type { JsonValue } from '@shipmate/core';
import { toValueText } from '@shipmate/domain/workflow';
import type { z } from 'zod';

/**
 * Parses a rendered configuration. A template that is a whole value yields the value of the row, such as the number 3; where the
 * configuration needs text, it becomes text.
 */
export function parseRendered(config: z.ZodType, input: JsonValue): z.ZodSafeParseResult<unknown> {
  const parsed = config.safeParse(input);
  if (parsed.success) return parsed;
  const copy = structuredClone(input);
  const paths = parsed.error.issues.flatMap(({ code, path, ...issue }) =>
    code === 'invalid_type' && 'expected' in issue && issue.expected === 'string' ? [path] : [],
  );
  for (const path of paths) setText(copy, path);
  return paths.length === 0 ? parsed : config.safeParse(copy);
}

function setText(root: JsonValue, path: readonly PropertyKey[]): void {
  let parent: unknown = root;
  for (const key of path.slice(0, -1)) parent = Reflect.get(Object(parent), key);
  const last = path.at(-1);
  if (typeof parent !== 'object' || parent === null || last === undefined) return;
  const value: unknown = Reflect.get(parent, last);
  if (typeof value === 'number' || typeof value === 'boolean') Reflect.set(parent, last, toValueText(value));
}
