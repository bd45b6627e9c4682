import type { Logger } from '@shipmate/core';
import type { RunReaders } from '@shipmate/domain';

/** What {@link watchReaders} needs. */
export interface WatchReadersOptions {
  readonly runs: Pick<RunReaders, 'wasReadWithin'>;
  readonly runId: string;
  /** How long another reader is waited for. */
  readonly graceMs: number;
  /** Whether the run has just begun, so that its first reader may still come. */
  readonly isNew: boolean;
  readonly logger: Logger;
  /** Called once, when nobody has read the run for that long, in any process: readers die with theirs without a word. */
  readonly onAbandoned: () => void;
}

/** Looks whether a run is read, until the function that it returns is called. */
export function watchReaders(options: WatchReadersOptions): () => void {
  const { runs, runId, graceMs, isNew, logger, onAbandoned } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  function lookIn(ms: number): void {
    timer = setTimeout(() => void look(), ms).unref();
  }

  async function look(): Promise<void> {
    const isRead = await isReadSomewhere();
    if (isOver) return;
    if (isRead) return lookIn(graceMs / 4);
    logger.info('run is read by nobody');
    onAbandoned();
  }

  /** Nobody is sent away because the database did not answer. */
  async function isReadSomewhere(): Promise<boolean> {
    try {
      return await runs.wasReadWithin(runId, graceMs);
    } catch (error) {
      logger.warn('readers of a run not known', { error });
      return true;
    }
  }

  lookIn(isNew ? graceMs : 0);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
