import type { ChangeTarget } from '@shipmate/domain/cluster';
import type { KubeObject } from '@shipmate/domain/cluster/object';
import { findObject } from '../get/find-object.ts';
import { resolveNamed } from '../get/target.ts';
import type { Lookup } from './resolve-change.ts';

/**
 * Gets an object by the kind and name that kubectl accepts. @throws AppError `NOT_FOUND` when it or its kind does not
 * exist
 */
export async function resolveObject(
  { resource, name, namespace }: ChangeTarget,
  { reader, signal }: Lookup,
): Promise<KubeObject> {
  return findObject(await resolveNamed({ resource, name, namespace }, reader, signal), reader, signal);
}
