import { AppError, systemClock } from '@shipmate/core';
import { findProblems, type Problem } from '@shipmate/domain/cluster';
import { readClusterObjects } from '@shipmate/tools/kubernetes';
import type { RemediationWork } from './remediation-work.ts';

/** Lists the problems that the rules find in a namespace; none for an object without a namespace. */
export type ProblemReader = (namespace: string | undefined) => Promise<readonly Problem[]>;

/** Reads each namespace once. A namespace that cannot be read has no known problems. */
export function createProblemReader({
  ports,
  reader,
  signal,
}: Pick<RemediationWork, 'ports' | 'reader' | 'signal'>): ProblemReader {
  const { clock = systemClock } = ports;
  const known = new Map<string, Promise<readonly Problem[]>>();

  async function read(namespace: string): Promise<readonly Problem[]> {
    try {
      const { objects } = await readClusterObjects(reader, { namespace, now: clock.now() }, signal);
      return findProblems(objects).filter(({ object }) => object.namespace === namespace);
    } catch (thrown) {
      if (AppError.isInstance(thrown) && thrown.code === 'EXTERNAL_API_ERROR') return [];
      throw thrown;
    }
  }

  return async (namespace) => {
    if (namespace === undefined) return [];
    const problems = known.get(namespace) ?? read(namespace);
    known.set(namespace, problems);
    return problems;
  };
}
