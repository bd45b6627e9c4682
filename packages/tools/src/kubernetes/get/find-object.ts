import { AppError } from '@shipmate/core';
import { type KubeObject, nameOf, namespaceOf } from '@shipmate/domain/cluster/object';
import type { ClusterReader } from '../api/cluster-reader.ts';
import type { NamedTarget } from './target.ts';

/**
 * Gets one object, in any namespace when none is given.
 *
 * @throws AppError `NOT_FOUND` with similar names, `VALIDATION_ERROR` when several namespaces have an object of that
 * name.
 */
export async function findObject(target: NamedTarget, reader: ClusterReader, signal: AbortSignal): Promise<KubeObject> {
  const { resource, name, namespace } = target;
  if (namespace === undefined && resource.namespaced) return findAnywhere(target, reader, signal);
  try {
    return await reader.get(resource, { namespace, name }, signal);
  } catch (thrown) {
    throw isAbsence(thrown) ? await toAbsence(target, reader, signal) : thrown;
  }
}

/** Returns true if the error says that an object does not exist. */
export function isAbsence(thrown: unknown): boolean {
  return AppError.isInstance(thrown) && thrown.code === 'NOT_FOUND';
}

async function findAnywhere(target: NamedTarget, reader: ClusterReader, signal: AbortSignal): Promise<KubeObject> {
  const { resource, name } = target;
  const { items } = await reader.list(resource, { fieldSelector: `metadata.name=${toSelectorValue(name)}` }, signal);
  const [first, second] = items;
  if (first === undefined) throw await toAbsence(target, reader, signal);
  if (second === undefined) return first;
  const namespaces = items.map(namespaceOf).slice(0, 20).join(', ');
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `Several namespaces have ${resource.singular} "${name}": ${namespaces}. Give namespace.`,
    details: { field: 'namespace' },
  });
}

/** Returns a selector value that cannot be broken out of. @throws AppError `VALIDATION_ERROR` for an invalid name. */
function toSelectorValue(name: string): string {
  if (/^[\w.:-]+$/.test(name) && !name.startsWith('-')) return name;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `${JSON.stringify(name.slice(0, 80))} cannot be the name of an object.`,
  });
}

async function toAbsence(
  { resource, name, namespace }: NamedTarget,
  reader: ClusterReader,
  signal: AbortSignal,
): Promise<AppError> {
  const { rows } = await reader.table(resource, { namespace, withObjects: false }, signal);
  const names = rows.map(({ object }) =>
    namespace === undefined && resource.namespaced ? `${namespaceOf(object)}/${nameOf(object)}` : nameOf(object),
  );
  const stem = name.slice(0, Math.max(3, Math.ceil(name.length / 2)));
  const near = names.filter((each) => each.includes(stem));
  const shown = (near.length > 0 ? near : names).slice(0, 10).join(', ');
  const where = namespace === undefined ? '' : ` in namespace "${namespace}"`;
  const others =
    names.length === 0
      ? `There are no ${resource.plural}${where}.`
      : `There are ${near.length > 0 ? 'similar' : 'others'}: ${shown}.`;
  return new AppError({ code: 'NOT_FOUND', message: `No ${resource.singular} is called "${name}"${where}. ${others}` });
}
