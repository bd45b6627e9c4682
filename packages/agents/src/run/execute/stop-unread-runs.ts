import type { Logger, Principal } from '@shipmate/core';
import type { Run } from '@shipmate/domain/run';
import { toRunPrincipal } from '../settle/run-principal.ts';

/** Options for {@link stopUnreadRuns}. */
export interface StopUnreadRunsOptions {
  /** A `RunStore`. */
  readonly runs: {
    listUnread(ms: number): Promise<readonly Pick<Run, 'id' | 'userId' | 'organizationId'>[]>;
    requestStop(principal: Principal, runId: string): Promise<unknown>;
  };
  readonly logger: Logger;
  /** How long to wait for another reader. Default 10 000. */
  readonly graceMs?: number;
}

/**
 * Stops waiting runs that are not detached and have no reader left, until the returned function is called. The process
 * of the last reader normally stops them itself; this covers a process that died.
 * A run is stopped when two checks in a row find it: after a database outage, readers need time to renew their records.
 */
export function stopUnreadRuns({ runs, logger, graceMs = 10_000 }: StopUnreadRunsOptions): () => void {
  let suspects: ReadonlySet<string> = new Set();
  const timer = setInterval(() => void check(), graceMs).unref();

  async function check(): Promise<void> {
    const before = suspects;
    suspects = new Set();
    try {
      const unread = await runs.listUnread(graceMs);
      for (const run of unread.filter(({ id }) => before.has(id))) {
        logger.info('waiting run has no reader', { runId: run.id });
        await runs.requestStop(toRunPrincipal(run), run.id);
      }
      suspects = new Set(unread.map(({ id }) => id));
    } catch (error) {
      logger.warn('readers of waiting runs unknown', { error });
    }
  }

  return () => clearInterval(timer);
}
