import type { Logger, Principal } from '@shipmate/core';
import type { Run } from '@shipmate/domain';
import { toRunPrincipal } from '../settle/run-principal.ts';

/** What {@link stopUnreadRuns} needs. */
export interface StopUnreadRunsOptions {
  /** A `RunStore`. */
  readonly runs: {
    listUnread(ms: number): Promise<readonly Pick<Run, 'id' | 'userId' | 'organizationId'>[]>;
    requestStop(principal: Principal, runId: string): Promise<unknown>;
  };
  readonly logger: Logger;
  /** How long another reader is waited for. Default 10 000. */
  readonly graceMs?: number;
}

/**
 * Stops runs that wait, were to be read and are read by nobody any more, until the function that it returns is called. The process
 * of a last reader does that itself, unless it died.
 *
 * A run is stopped when it is found twice in a row: once the database is back, readers have to be noted again first.
 */
export function stopUnreadRuns({ runs, logger, graceMs = 10_000 }: StopUnreadRunsOptions): () => void {
  let suspects: ReadonlySet<string> = new Set();
  const timer = setInterval(() => void look(), graceMs).unref();

  async function look(): Promise<void> {
    const before = suspects;
    suspects = new Set();
    try {
      const unread = await runs.listUnread(graceMs);
      for (const run of unread.filter(({ id }) => before.has(id))) {
        logger.info('run that waits is read by nobody', { runId: run.id });
        await runs.requestStop(toRunPrincipal(run), run.id);
      }
      suspects = new Set(unread.map(({ id }) => id));
    } catch (error) {
      logger.warn('readers of runs that wait not known', { error });
    }
  }

  return () => clearInterval(timer);
}
