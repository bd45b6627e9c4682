import { defaultFilter } from 'cmdk';
import type { PaletteAction } from './palette-registry.tsx';

/** How well an action fits what was typed, zero when not at all; a file whose path holds all of it comes before any action. */
export function rateAction({ label, keywords = [], group, isFile = false }: PaletteAction, typed: string): number {
  const rating = defaultFilter([label, ...keywords, group].join(' '), typed);
  return isFile && label.toLowerCase().includes(typed.trim().toLowerCase()) ? 1 + rating : rating;
}
