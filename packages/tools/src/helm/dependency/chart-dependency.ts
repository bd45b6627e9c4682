import { parseYaml } from '@shipmate/domain/yaml';
import { z } from 'zod';

/** An entry under `dependencies` of a `Chart.yaml`. */
export interface ChartDependency {
  readonly name: string;
  readonly version: string;
  readonly repository: string;
  readonly alias?: string | undefined;
  readonly condition?: string | undefined;
  readonly tags?: readonly string[] | null | undefined;
  /** The index in the list. */
  readonly index: number;
}

const dependencySchema = z.object({
  name: z.string(),
  version: z.coerce.string().catch(''),
  repository: z.string().catch(''),
  alias: z.string().optional().catch(undefined),
  condition: z.string().optional().catch(undefined),
  tags: z.array(z.string()).nullish().catch(undefined),
});

/** Parses the dependencies of a `Chart.yaml`, skipping invalid ones; the checks report them. */
export function parseDependencies(chartYaml: string): readonly ChartDependency[] {
  const dependencies = parseMap(chartYaml)['dependencies'];
  if (!Array.isArray(dependencies)) return [];
  return dependencies.flatMap((entry: unknown, index) => {
    const { data } = dependencySchema.safeParse(entry);
    return data ? [{ ...data, index }] : [];
  });
}

/**
 * Returns true if values enable a dependency: its first condition that is set decides, else its tags, else it is
 * enabled.
 */
export function isEnabled({ condition = '', tags }: ChartDependency, values: Record<string, unknown>): boolean {
  for (const path of condition.split(',').map((text) => text.trim())) {
    const value = path === '' ? undefined : read(values, path.split('.'));
    if (typeof value === 'boolean') return value;
  }
  const switches = (tags ?? []).map((tag) => read(values, ['tags', tag])).filter((value) => typeof value === 'boolean');
  return switches.length === 0 || switches.includes(true);
}

/** Parses a YAML file that should be a map; anything else becomes an empty map. */
export function parseMap(text: string): Record<string, unknown> {
  try {
    const value = parseYaml(text, { field: 'file', allowDuplicateKeys: true });
    return isMap(value) ? value : {};
  } catch {
    return {};
  }
}

/** Merges values over values as helm does: maps are merged, everything else is replaced. */
export function mergeValues(below: Record<string, unknown>, above: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const former = Object.hasOwn(merged, key) ? merged[key] : undefined;
    Object.defineProperty(merged, key, {
      value: isMap(former) && isMap(value) ? mergeValues(former, value) : value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return merged;
}

function read(values: unknown, path: readonly string[]): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return values;
  return isMap(values) && Object.hasOwn(values, key) ? read(values[key], rest) : undefined;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
