import { AppError } from '@shipmate/core';
import type { ClusterReader } from '../api/cluster-reader.ts';
import { isAbsence } from './find-object.ts';

/**
 * Returns true if a namespace exists, as far as permissions allow; lists of an empty and of a missing namespace are the
 * same.
 */
export async function hasNamespace(name: string, reader: ClusterReader, signal: AbortSignal): Promise<boolean> {
  try {
    await reader.get(await reader.resolve('namespaces', signal), { name }, signal);
    return true;
  } catch (thrown) {
    if (isAbsence(thrown)) return false;
    if (AppError.isInstance(thrown) && thrown.code === 'EXTERNAL_API_ERROR') return true;
    throw thrown;
  }
}
