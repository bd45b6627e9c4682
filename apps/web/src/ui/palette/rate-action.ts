import { defaultFilter } from 'cmdk';
import type { PaletteAction } from './palette-registry.tsx';

/** How well an action fits what was typed, zero when not at all; a file whose path holds all of it comes before any action. */
export function rateAction({ label, keywords = [], group, isFile = false }: PaletteAction, typed: string): number {
  const rating = defaultFilter([label, ...keywords, group].join(' '), typed);
  return isFile && label.toLowerCase().includes(typed.trim().toLowerCase()) ? 1 + rating : rating;
}

/** Actions under their headings; once something is typed, the heading of what fits best comes first. */
export function groupActions(
  actions: readonly PaletteAction[],
  typed: string,
): readonly (readonly [heading: string, members: readonly PaletteAction[]])[] {
  const groups = [...Map.groupBy(actions, ({ group }) => group)];
  if (typed.trim() === '') return groups;
  const best = (members: readonly PaletteAction[]) => Math.max(...members.map((action) => rateAction(action, typed)));
  return groups.toSorted(([, left], [, right]) => best(right) - best(left));
}
