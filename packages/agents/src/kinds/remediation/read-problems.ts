import { AppError, systemClock } from '@shipmate/core';
import type { Problem } from '@shipmate/domain/cluster';
import { readClusterText } from '@shipmate/tools/kubernetes';
import type { RemediationWork } from './remediation-work.ts';

/** Lists the problems that the rules find in a namespace; none for an object without a namespace. */
export type ProblemReader = (namespace: string | undefined) => Promise<readonly Problem[]>;

/** Reads each namespace once. A namespace that cannot be read has no known problems. */
export function createProblemReader({
  ports,
  principal,
  reader,
  signal,
}: Pick<RemediationWork, 'ports' | 'principal' | 'reader' | 'signal'>): ProblemReader {
  const { clock = systemClock } = ports;
  const known = new Map<string, Promise<readonly Problem[]>>();

  async function read(namespace: string): Promise<readonly Problem[]> {
    try {
      const { text } = await readClusterText(reader, { namespace, now: clock.now() }, signal);
      return await ports.compute.run('listProblems', [text], { principal, signal });
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
