import { parseYamlDocuments } from '@shipmate/domain/yaml';
import { isMap, isScalar, LineCounter } from 'yaml';
import { parseDependencies, parseMap } from '../dependency/chart-dependency.ts';
import type { Issue } from '../issue.ts';
import { asMap } from '../rendered-object.ts';

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

/** A place where a template reads a value. */
interface ValueReference {
  /** Empty when all values are read at once. */
  readonly path: readonly string[];
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** True if the read tolerates a missing value. */
  readonly isGuarded: boolean;
}

const action = /\{\{-?(?!\s*\/\*)((?:(?!\{\{)[^])*?)\}\}/g;
const reference = /(?:\bindex\s+\$?\.Values((?:\s+"[^"]*")+)|\$?\.Values((?:\.[A-Za-z_]\w*)*))/g;
const guard = /\b(?:if|with|default|coalesce|hasKey|get|dig|required|empty|ternary|and|or|not|kindIs|typeIs)\b/;

/** Finds the value references of a template. */
function findValueReferences(file: string, content: string): readonly ValueReference[] {
  const lines = countLines(content);
  return [...content.matchAll(action)].flatMap(({ 0: whole, 1: body = '', index: start }) =>
    [...body.matchAll(reference)].map(({ 1: keys, 2: dotted = '', index }) => ({
      path:
        keys === undefined ? dotted.split('.').slice(1) : [...keys.matchAll(/"([^"]*)"/g)].map(([, key = '']) => key),
      file,
      line: lines.linePos(start + whole.indexOf(body) + index).line,
      isGuarded: guard.test(body),
    })),
  );
}

function countLines(content: string): LineCounter {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (const { index } of content.matchAll(/\n/g)) lines.addNewLine(index + 1);
  return lines;
}

/** A leaf of `values.yaml`. */
interface ValueLine {
  readonly path: readonly string[];
  /** From 1. */
  readonly line: number;
}

/** Lists the leaves of a `values.yaml`; lists and empty maps are leaves. */
function findValueLines(content: string): readonly ValueLine[] {
  const lineCounter = new LineCounter();
  const [document] = parseYamlDocuments(content, { lineCounter, logLevel: 'silent' });
  return collect(document?.contents, []);

  function collect(node: unknown, path: readonly string[]): readonly ValueLine[] {
    if (!isMap(node)) return [];
    return node.items.flatMap(({ key, value }) => {
      if (!isScalar(key)) return [];
      const inner = [...path, String(key.value)];
      if (isMap(value) && value.items.length > 0) return collect(value, inner);
      return [{ path: inner, line: lineCounter.linePos(key.range?.[0] ?? 0).line }];
    });
  }
}

/** A set of paths that finds, in time linear in the path's length, a path's ancestors and descendants in the set. */
export class PathSet {
  readonly #root = newStep();

  constructor(paths: Iterable<readonly string[]>) {
    for (const path of paths) this.#add(path);
  }

  /** Returns true if the set has the path itself or an ancestor of it. */
  hasAbove(path: readonly string[]): boolean {
    let step: Step | undefined = this.#root;
    for (const key of path) {
      if (step === undefined || step.isEnd) break;
      step = step.next.get(key);
    }
    return step?.isEnd ?? false;
  }

  /** Returns true if the set has the path itself or a descendant of it. */
  hasBelow(path: readonly string[]): boolean {
    let step: Step | undefined = this.#root;
    for (const key of path) step = step?.next.get(key);
    return step !== undefined && (step.isEnd || step.next.size > 0);
  }

  #add(path: readonly string[]): void {
    let step = this.#root;
    for (const key of path) {
      const next = step.next.get(key) ?? newStep();
      step.next.set(key, next);
      step = next;
    }
    step.isEnd = true;
  }
}

interface Step {
  /** True if a path ends here. */
  isEnd: boolean;
  readonly next: Map<string, Step>;
}

const newStep = (): Step => ({ isEnd: false, next: new Map() });
