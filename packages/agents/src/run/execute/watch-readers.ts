import type { Logger } from '@shipmate/core';
import type { RunReaders } from '@shipmate/domain/run';

/** Options for {@link watchReaders}. */
export interface WatchReadersOptions {
  readonly runs: Pick<RunReaders, 'wasReadWithin'>;
  readonly runId: string;
  /** How long to wait for another reader. */
  readonly graceMs: number;
  /** True when the run has just begun, so that its first reader may still arrive. */
  readonly isNew: boolean;
  readonly logger: Logger;
  /**
   * Called once, when no process has had a reader of the run for `graceMs`; readers of a dead process leave no notice.
   */
  readonly onAbandoned: () => void;
}

/** Checks periodically whether a run has readers, until the returned function is called. */
export function watchReaders(options: WatchReadersOptions): () => void {
  const { runs, runId, graceMs, isNew, logger, onAbandoned } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  function checkIn(ms: number): void {
    timer = setTimeout(() => void check(), ms).unref();
  }

  async function check(): Promise<void> {
    const isRead = await isReadSomewhere();
    if (isOver) return;
    if (isRead) return checkIn(graceMs / 4);
    logger.info('run has no reader');
    onAbandoned();
  }

  /** A database error does not count as "no readers". */
  async function isReadSomewhere(): Promise<boolean> {
    try {
      return await runs.wasReadWithin(runId, graceMs);
    } catch (error) {
      logger.warn('readers of a run unknown', { error });
      return true;
    }
  }

  checkIn(isNew ? graceMs : 0);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
