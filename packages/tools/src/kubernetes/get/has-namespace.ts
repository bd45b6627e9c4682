import { AppError } from '@shipmate/core';
import type { ClusterReader } from '../api/cluster-reader.ts';
import { isAbsence } from './find-object.ts';

/** Whether a namespace exists, as far as one may know. The API server answers the same for one that is empty and one that is not there. */
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
