import { type KubeObject, namespaceOf } from '@shipmate/domain/cluster';
import type { ClusterAnswer } from '../answer/cluster-answer.ts';
import { pageText } from '../answer/page-text.ts';
import type { ClusterReader } from '../api/cluster-reader.ts';
import { parseObjectPath, selectPath } from '../object/object-path.ts';
import { pruneObject } from '../object/prune-object.ts';
import { toYaml } from '../object/to-yaml.ts';
import { findObject } from './find-object.ts';
import type { NamedTarget } from './target.ts';

/** The object and the columns to show. */
export interface ObjectWish {
  readonly target: NamedTarget;
  /** Paths; the whole object when absent. */
  readonly columns: readonly string[] | undefined;
  readonly cursor: string | undefined;
  readonly maxTokens: number;
}

/** Shows one object as YAML, or the values at some of its paths. */
export async function showObject(
  { target, columns = [], cursor, maxTokens }: ObjectWish,
  reader: ClusterReader,
  signal: AbortSignal,
): Promise<Omit<ClusterAnswer, 'context'>> {
  const paths = columns.filter((name) => name.toLowerCase() !== 'wide');
  const object = await findObject(target, reader, signal);
  const shown = paths.length === 0 ? pruneObject(object) : selectPaths(object, paths);
  const { resource, name } = target;
  const namespace = namespaceOf(object);
  const place = namespace === undefined ? '' : ` in namespace "${namespace}"`;
  return {
    summary: `${resource.kind} "${name}"${place}${paths.length === 0 ? ', without what is default' : ''}.`,
    ...pageText({
      text: toYaml(shown),
      question: [resource.plural, resource.group, namespace, name, paths],
      cursor,
      maxTokens,
      narrow: 'Narrow with columns, for example ["status.conditions"].',
    }),
  };
}

function selectPaths(object: KubeObject, paths: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    paths.map((path) => {
      const found = selectPath(object, parseObjectPath(path));
      return [path, found.length === 0 ? 'nothing is there' : found.length === 1 ? found[0] : found];
    }),
  );
}
