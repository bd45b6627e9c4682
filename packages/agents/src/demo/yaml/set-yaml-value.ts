import { AppError } from '@shipmate/core';
import { isMap, isNode, isScalar, type Node, type YAMLMap } from 'yaml';
import { appendSection, columnOf, insertLinesAfter, parseYaml, toYamlLines } from './yaml-text.ts';

/**
 * Sets one value and leaves every other character of the file unchanged, including comments. Missing maps on the path
 * are added.
 *
 * @throws AppError `VALIDATION_ERROR` when the file is invalid YAML, `CONFLICT` when the path leads through a list or a
 * text.
 */
export function setYamlValue(content: string, path: readonly [string, ...string[]], value: unknown): string {
  const { contents } = parseYaml(content);
  if (contents !== null && !isMap(contents)) throw notAMap('The file');
  let map: YAMLMap | null = contents;
  for (const [depth, key] of path.entries()) {
    const rest = path.slice(depth + 1);
    const child = map?.get(key, true);
    if (isMap(child) && !child.flow && child.items.length > 0 && rest.length > 0) {
      map = child;
      continue;
    }
    if (isNode(child))
      return replaceNode(content, { node: child, key, column: columnOfKeys(content, map) }, merge(child, rest, value));
    return addPair(content, map, { [key]: nest(rest, value) });
  }
  return content;
}

function addPair(content: string, map: YAMLMap | null, pair: Record<string, unknown>): string {
  const column = columnOfKeys(content, map);
  const lines = toYamlLines(pair, column);
  if (column === 0 || !map?.range) return appendSection(content, lines);
  return insertLinesAfter(content, map.range[1], lines);
}

function replaceNode(
  content: string,
  place: { readonly node: Node; readonly key: string; readonly column: number },
  value: unknown,
): string {
  const [start, end] = place.node.range ?? [content.length, content.length];
  const isCollection = typeof value === 'object' && value !== null;
  const text = isCollection ? `\n${toYamlLines(value, place.column + 2)}` : ` ${toYamlLines(value)}`;
  const head = content.slice(0, start).trimEnd();
  const valueEnd = content.slice(0, end).trimEnd().length;
  return head + text + content.slice(Math.max(valueEnd, head.length));
}

function merge(node: Node, rest: readonly string[], value: unknown): unknown {
  if (rest.length === 0) return value;
  if (isScalar(node) && node.value === null) return nest(rest, value);
  if (!isMap(node)) throw notAMap(`"${rest[0]}" has no place: the value above it`);
  const [key = '', ...deeper] = rest;
  const child = node.get(key, true);
  return { ...(node.toJSON() as object), [key]: isNode(child) ? merge(child, deeper, value) : nest(deeper, value) };
}

function nest(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

function columnOfKeys(content: string, map: YAMLMap | null): number {
  const [first] = map?.items ?? [];
  return isNode(first?.key) && first.key.range ? columnOf(content, first.key.range[0]) : 0;
}

function notAMap(what: string): AppError {
  return new AppError({ code: 'CONFLICT', message: `${what} is no map of keys and values.` });
}
