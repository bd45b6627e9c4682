import type { ChangeTarget, KubeObject } from '@shipmate/domain/cluster';
import { findObject } from '../get/find-object.ts';
import { resolveNamed } from '../get/target.ts';
import type { Lookup } from './resolve-change.ts';

/** Gets an object by what kubectl would call it. @throws AppError `NOT_FOUND` when it, or its kind, is not there */
export async function resolveObject(
  { resource, name, namespace }: ChangeTarget,
  { reader, signal }: Lookup,
): Promise<KubeObject> {
  return findObject(await resolveNamed({ resource, name, namespace }, reader, signal), reader, signal);
}
