import type { AnyRoute } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { SectionCount } from '../notifications/section-count.ts';

/** A part of the app: its entry in the navigation, and its pages. */
export interface Section<Path extends string = string, Routes extends readonly AnyRoute[] = readonly AnyRoute[]> {
  readonly label: string;
  /** Short description of the pages. */
  readonly about: string;
  readonly icon: LucideIcon;
  /** Path of the section's first page. */
  readonly to: Path;
  /** The part of the navigation: daily work, or the settings below it. */
  readonly part: 'work' | 'settings';
  /** Further search terms of the command palette. */
  readonly keywords: readonly string[];
  /** Hook that returns the counts beside the label; those of zero are not shown. */
  readonly useCounts?: () => readonly SectionCount[];
  readonly routes: Routes;
}

/** Declares a section; add it to the list in `sections.ts`. */
export function defineSection<const Path extends string, const Routes extends readonly AnyRoute[]>(
  section: Section<Path, Routes>,
): Section<Path, Routes> {
  return section;
}
