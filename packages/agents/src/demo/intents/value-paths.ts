import { AppError } from '@shipmate/core';
import { isMap, isScalar } from 'yaml';
import { findCatalogueChart } from '../chart-catalogue.ts';
import { parseYaml } from '../yaml/yaml-text.ts';

/** A path in values.yaml. */
export type ValuePath = readonly [string, ...string[]];

/** Returns true when values.yaml has a value at a path. */
export function hasValue(values: string, path: ValuePath): boolean {
  return parseYaml(values).hasIn(path);
}

/**
 * Returns the paths of a workload setting under one of its usual keys: at the top level, or in the section of each
 * workload. When the clause names some of those sections, only theirs. Sections of subcharts are excluded.
 *
 * @throws AppError `NOT_FOUND` when the chart has no such setting.
 */
export function workloadPaths(values: string, keys: readonly string[], clause: string): readonly ValuePath[] {
  const { contents } = parseYaml(values);
  const items = isMap(contents) ? contents.items : [];
  const top = isMap(contents) ? keys.find((key) => contents.has(key)) : undefined;
  if (top !== undefined) return [[top]];
  const paths = items.flatMap(({ key: name, value }): ValuePath[] => {
    const section = isScalar(name) ? String(name.value) : '';
    const key = isMap(value) ? keys.find((each) => value.has(each)) : undefined;
    return key === undefined || findCatalogueChart(section) ? [] : [[section, key]];
  });
  if (paths.length === 0) {
    const names = keys.map((key) => `\`${key}\``).join(' or ');
    throw new AppError({ code: 'NOT_FOUND', message: `I found no ${names} in \`values.yaml\`.` });
  }
  const named = paths.filter(([section]) => wordsOf(clause).includes(section.toLowerCase()));
  return named.length > 0 ? named : paths;
}

/** Formats paths for a sentence. */
export function toProse(paths: readonly ValuePath[]): string {
  return paths.map((path) => `\`${path.join('.')}\``).join(' and ');
}

function wordsOf(clause: string): readonly string[] {
  return clause.toLowerCase().split(/[^\w-]+/);
}
