import { isMap, isScalar } from 'yaml';
import { findCatalogueChart } from '../chart-catalogue.ts';
import { parseYaml } from '../yaml/yaml-text.ts';

/** A place in values.yaml. */
export type ValuePath = readonly [string, ...string[]];

/** Whether values.yaml holds something at a path. */
export function hasValue(values: string, path: ValuePath): boolean {
  return parseYaml(values).hasIn(path);
}

/**
 * Where a setting of a workload stands: at the top, or in the section of each workload. When the clause names some of
 * those sections, only in them; when there is none, at the top. Sections of subcharts are not the chart's own.
 */
export function workloadPaths(values: string, key: string, clause: string): readonly ValuePath[] {
  const { contents } = parseYaml(values);
  if (!isMap(contents) || contents.has(key)) return [[key]];
  const sections = contents.items.flatMap(({ key: name, value }) => {
    const section = isScalar(name) ? String(name.value) : '';
    return isMap(value) && value.has(key) && !findCatalogueChart(section) ? [section] : [];
  });
  const named = sections.filter((section) => wordsOf(clause).includes(section.toLowerCase()));
  const chosen = named.length > 0 ? named : sections;
  const paths = chosen.map((section): ValuePath => [section, key]);
  return paths.length > 0 ? paths : [[key]];
}

/** Names paths in a sentence. */
export function toProse(paths: readonly ValuePath[]): string {
  return paths.map((path) => `\`${path.join('.')}\``).join(' and ');
}

function wordsOf(clause: string): readonly string[] {
  return clause.toLowerCase().split(/[^\w-]+/);
}
