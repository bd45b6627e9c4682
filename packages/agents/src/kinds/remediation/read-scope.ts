import { AppError } from '@shipmate/core';
import type { RemediationWatch } from '@shipmate/domain/remediation';
import { type ClusterText, readClusterText } from '@shipmate/tools/kubernetes';
import { nowOf } from './remediation-ports.ts';
import type { RemediationWork } from './remediation-work.ts';

/** Reads the objects that the rules evaluate in the scope of a watch; `undefined` when access to them is denied. */
export async function readScope(
  { namespaces }: Pick<RemediationWatch, 'namespaces'>,
  { ports, reader, signal }: RemediationWork,
): Promise<readonly ClusterText[] | undefined> {
  const now = nowOf(ports);
  try {
    const read = await Promise.all(
      (namespaces ?? [undefined]).map((namespace) => readClusterText(reader, { namespace, now }, signal)),
    );
    return read.map(({ text }) => text);
  } catch (thrown) {
    if (AppError.isInstance(thrown) && thrown.code === 'EXTERNAL_API_ERROR' && !thrown.recoverable) return undefined;
    throw thrown;
  }
}
