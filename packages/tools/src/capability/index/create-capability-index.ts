import { AppError, type Embedder } from '@shipmate/core';
import type { CapabilityStorePort } from '@shipmate/domain/tool-storage';
import type { ComputePort } from '../../compute/compute-port.ts';
import type { ClusterTarget, KubernetesPort } from '../../kubernetes/api/kubernetes-port.ts';
import type { CapabilityIndexPort } from './capability-index-port.ts';
import { refreshIndex } from './refresh-index.ts';
import { searchIndex } from './search-index.ts';
import { SharedWork } from './shared-work.ts';

/** Options for {@link createCapabilityIndex}. */
export interface CapabilityIndexOptions {
  readonly kubernetes: KubernetesPort;
  /** Reads the schemas of kinds. */
  readonly compute: ComputePort;
  readonly capabilities: CapabilityStorePort;
  /** Without one, search matches words only. */
  readonly embedder?: Embedder | undefined;
  /** The time for which an index counts as fresh. Default one minute. */
  readonly freshMs?: number;
  /** The time for which a search waits for a refresh. Default five seconds. */
  readonly refreshMs?: number;
}

/** Creates an index that stores clusters' capabilities in the database and searches them. */
export function createCapabilityIndex(options: CapabilityIndexOptions): CapabilityIndexPort {
  const { kubernetes, compute, capabilities, embedder, freshMs = 60_000, refreshMs = 5_000 } = options;
  const refreshes = new SharedWork();

  async function refresh(target: ClusterTarget, signal: AbortSignal): Promise<void> {
    const { principal } = target;
    const reader = await kubernetes.reader(target);
    const name = JSON.stringify([principal.organizationId, reader.context]);
    const begin = (until: AbortSignal) =>
      refreshIndex({ capabilities, embedder }, { reader, compute, principal }, until);
    await refreshes.wait(name, begin, signal);
  }

  /** Refreshes an index if it is not fresh; returns a failure as a note when an older index exists. */
  async function freshen(target: ClusterTarget, cluster: string, signal: AbortSignal) {
    const index = await capabilities.findIndex(target.principal, cluster);
    if (index && index.ageMs < freshMs) return { ageMs: index.ageMs, notes: [] };
    if (!index) {
      await refresh(target, signal);
      return { ageMs: 0, notes: [] };
    }
    const bound = AbortSignal.timeout(refreshMs);
    try {
      await refresh(target, AbortSignal.any([signal, bound]));
      return { ageMs: 0, notes: [] };
    } catch (thrown) {
      signal.throwIfAborted();
      if (!bound.aborted && !AppError.isInstance(thrown)) throw thrown;
      const why = bound.aborted ? 'Reading the changes since then takes longer.' : messageOf(thrown);
      return { ageMs: index.ageMs, notes: [`This is out of date. ${why}`] };
    }
  }

  return {
    refresh,
    async search(target, question, signal) {
      const { context } = await kubernetes.reader(target);
      const { ageMs, notes } = await freshen(target, context, signal);
      const of = { ...question, principal: target.principal, cluster: context };
      const { found, notes: more } = await searchIndex({ capabilities, embedder }, of, signal);
      return { context, ageMs, notes: [...notes, ...more], capabilities: found };
    },
  };
}

function messageOf(thrown: unknown): string {
  return AppError.isInstance(thrown) ? thrown.message : '';
}
