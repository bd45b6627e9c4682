import { parseYamlDocuments } from '@shipmate/domain/yaml';
import { type ChartDependency, isEnabled, mergeValues, parseDependencies, parseMap } from './chart-dependency.ts';

/** The texts of a chart that determine its dependencies. */
interface DependencyTexts {
  readonly chartYaml: string;
  /** `Chart.yaml` of each chart under `charts/`. */
  readonly vendored: readonly string[];
  /** `values.yaml` and the values files over it, in their order. */
  readonly values: readonly string[];
}

/** Reads the dependencies of a chart that are not under `charts/`, and whether its values enable each. */
export function readDependencies({
  chartYaml,
  vendored,
  values,
}: DependencyTexts): readonly (ChartDependency & { readonly isEnabled: boolean })[] {
  const names = new Set(vendored.map((text) => parseMap(text)['name']));
  const wanted = parseDependencies(chartYaml).filter(({ name }) => !names.has(name));
  const merged = wanted.length > 0 ? values.map(parseMap).reduce(mergeValues, {}) : {};
  return wanted.map((dependency) => ({ ...dependency, isEnabled: isEnabled(dependency, merged) }));
}

/** Removes dependencies from a `Chart.yaml`. */
export function withoutDependencies(chartYaml: string, removed: readonly ChartDependency[]): string {
  if (removed.length === 0) return chartYaml;
  const [document] = parseYamlDocuments(chartYaml, { logLevel: 'silent' });
  if (document === undefined) return chartYaml;
  for (const { index } of removed.toReversed()) document.deleteIn(['dependencies', index]);
  return document.toString();
}
