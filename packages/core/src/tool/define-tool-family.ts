import type { AnyToolDefinition } from './define-tool.ts';

/** Groups definitions: each takes the family's name as its category unless it names its own. */
export function defineToolFamily<const Definitions extends readonly AnyToolDefinition[]>(
  family: string,
  definitions: Definitions,
): Definitions {
  return definitions.map((definition) => ({ category: family, ...definition })) as unknown as Definitions;
}
