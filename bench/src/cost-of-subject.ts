import type { RatioBound } from './bounds.ts';
import { parseSubject } from './subject-name.ts';

/** What of a comparison is measured in one process, as names with spaces between them. */
export function groupsIn({ subject, against, together = false }: RatioBound): readonly string[] {
  const names = [...subjectsIn(subject), ...subjectsIn(against)];
  return together ? [names.join(' ')] : names;
}

/** The subjects that a comparison names: one, or a long loop and a short one as `long minus short`. */
function subjectsIn(name: string): readonly string[] {
  return name.split(' minus ');
}

/**
 * What one unit costs by what was measured. Of `long minus short` it is a step that the long loop has beyond the short one: what a
 * run costs once, and its last step, which calls no tool, are in both and cancel out.
 */
export function costOfSubject(name: string, micros: ReadonlyMap<string, number>): number {
  const [long = '', short] = subjectsIn(name);
  const microsOf = (subject: string): number => micros.get(subject) ?? NaN;
  if (short === undefined) return microsOf(long);
  const [more, less] = [parseSubject(long).size.steps, parseSubject(short).size.steps];
  return (more * microsOf(long) - less * microsOf(short)) / (more - less);
}
