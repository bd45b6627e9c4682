import type { ServedKind } from './capability.ts';

/**
 * Returns each kind whose objects can be created or read once, in the first version of its group that has it.
 * Kinds that discovery lists as subresources are left out.
 */
export function preferVersion<Kind extends ServedKind>(served: readonly Kind[]): readonly Kind[] {
  const seen = new Map<string, Kind>();
  for (const each of served) {
    const name = `${each.group}/${each.kind}`;
    const isObject = !each.plural.includes('/') && each.verbs.some((verb) => verb === 'list' || verb === 'create');
    if (isObject && each.kind !== '' && !seen.has(name)) seen.set(name, each);
  }
  return [...seen.values()];
}
