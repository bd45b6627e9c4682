import { parseDependencies, parseMap } from '../dependency/chart-dependency.ts';
import type { Issue } from '../issue.ts';
import { PathSet } from './path-set.ts';
import { asMap } from '../rendered-object.ts';
import { findValueLines } from './value-lines.ts';
import { findValueReferences, type ValueReference } from './value-references.ts';

/**
 * Finds values that no template reads, and reads of values that `values.yaml` does not have. Takes one chart's files.
 */
export function checkValues(files: ReadonlyMap<string, string>): readonly Issue[] {
  const valuesYaml = files.get('values.yaml') ?? '';
  const values = parseMap(valuesYaml);
  const dependencies = parseDependencies(files.get('Chart.yaml') ?? '');
  const own = [...files].filter(([path]) => path.startsWith('templates/'));
  const references = own.flatMap(([path, content]) => findValueReferences(path, content));
  const foreign = new Set(['global', 'tags', ...dependencies.map(({ name, alias }) => alias ?? name)]);
  return [...findUndefined(values, references, foreign), ...findUnused()];

  function findUnused(): readonly Issue[] {
    // A library under `charts/` may read the values of this chart.
    const elsewhere = [...files].filter(([path]) => path.startsWith('charts/') || path === 'values.yaml');
    const all = [...references, ...elsewhere.flatMap(([path, content]) => findValueReferences(path, content))];
    if (own.length === 0 || all.some(({ path }) => path.length === 0) || dependencies.length > 0) return [];
    const read = new PathSet(all.map(({ path }) => path));
    return findValueLines(valuesYaml)
      .filter(({ path: [first = ''] }) => !foreign.has(first))
      .filter(({ path }) => !read.hasAbove(path) && !read.hasBelow(path))
      .map(({ path, line }) => ({
        severity: 'info',
        source: 'values',
        check: 'unused-value',
        message: `No template reads ${path.join('.')}.`,
        file: 'values.yaml',
        line,
        suggestion: 'Remove it, or read it where it was meant to be.',
      }));
  }
}

function findUndefined(
  values: unknown,
  references: readonly ValueReference[],
  foreign: ReadonlySet<string>,
): readonly Issue[] {
  const guarded = new PathSet(references.filter(({ isGuarded }) => isGuarded).map(({ path }) => path));
  return references
    .filter(({ path }) => !foreign.has(path[0] ?? '') && !isDefined(values, path))
    .filter(({ path }) => !guarded.hasAbove(path))
    .map(({ path, file, line }) => ({
      severity: 'warning',
      source: 'values',
      check: 'undefined-value',
      message: `.Values.${path.join('.')} is not in values.yaml.`,
      file,
      line,
      suggestion: 'Add it to values.yaml with a sensible default, or correct its name.',
    }));
}

/** An empty value or an empty map is a placeholder for any value of a user. */
function isDefined(values: unknown, path: readonly string[], isTop = true): boolean {
  const [key, ...rest] = path;
  if (key === undefined) return true;
  const map = asMap(values);
  if (Object.hasOwn(map, key)) return isDefined(map[key], rest, false);
  return !isTop && (values === null || (typeof values === 'object' && Object.keys(map).length === 0));
}
