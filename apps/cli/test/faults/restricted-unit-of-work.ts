import type { UnitOfWork } from '@shipmate/domain';
import type { Run, RunStore } from '@shipmate/domain/run';

/** Wraps the database of an app so that it can claim only the runs in `allowed`. */
export function toRestricted(real: UnitOfWork, allowed: ReadonlySet<string>): UnitOfWork {
  const claim: RunStore['claim'] = async (runId, lease) =>
    allowed.has(runId) ? real.stores.runs.claim(runId, lease) : undefined;

  async function claimNext(lease: Parameters<RunStore['claimNext']>[0]): Promise<Run | undefined> {
    for (const runId of allowed) {
      const run = await claim(runId, lease);
      if (run) return run;
    }
    return undefined;
  }

  const methods: Partial<RunStore> = { claim, claimNext };
  const runs = new Proxy(real.stores.runs, {
    get: (target, name) => Reflect.get(methods, name) ?? (Reflect.get(target, name) as unknown),
  });
  return { stores: { ...real.stores, runs }, transaction: (work) => real.transaction(work) };
}
