import type { KubeObject } from '@shipmate/domain/cluster/object';
import { parseObjectPath, selectPath } from '../object/object-path.ts';
import { pruneObject } from '../object/prune-object.ts';
import { toYaml } from '../object/to-yaml.ts';

/**
 * Renders an object, given as JSON, as YAML without defaults, or the values at some of its paths.
 *
 * @throws AppError `VALIDATION_ERROR` for an invalid path.
 */
export function renderObjectText(text: string, paths: readonly string[]): string {
  const object = JSON.parse(text) as KubeObject;
  return toYaml(paths.length === 0 ? pruneObject(object) : selectPaths(object, paths));
}

function selectPaths(object: KubeObject, paths: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    paths.map((path) => {
      const found = selectPath(object, parseObjectPath(path));
      return [path, found.length === 0 ? 'nothing is there' : found.length === 1 ? found[0] : found];
    }),
  );
}
