import { defaultFilter } from 'cmdk';
import type { PaletteAction } from './palette-registry.tsx';

/**
 * Rates how well an action matches the typed text, zero for no match; a file whose path contains the text ranks before
 * any other action.
 */
export function rateAction({ label, keywords = [], group, isFile = false }: PaletteAction, typed: string): number {
  const rating = defaultFilter([label, ...keywords, group].join(' '), typed);
  return isFile && label.toLowerCase().includes(typed.trim().toLowerCase()) ? 1 + rating : rating;
}

/** Groups actions under their headings; for typed text, the heading with the best match comes first. */
export function groupActions(
  actions: readonly PaletteAction[],
  typed: string,
): readonly (readonly [heading: string, members: readonly PaletteAction[]])[] {
  const groups = [...Map.groupBy(actions, ({ group }) => group)];
  if (typed.trim() === '') return groups;
  const best = (members: readonly PaletteAction[]) => Math.max(...members.map((action) => rateAction(action, typed)));
  return groups.toSorted(([, left], [, right]) => best(right) - best(left));
}
