import type { Logger } from '@shipmate/core';
import type { RunReaders } from '@shipmate/domain/run';

/** Detects runs without readers in any process. */
export interface RunAttendance {
  /**
   * Registers a reader. The returned function unregisters it and takes whether the run was read to its end. When the
   * last reader has left and no other came within `graceMs`, the `onAbandoned` of the last reader is called.
   */
  enter(runId: string, onAbandoned: () => void): (isOver: boolean) => void;
  /** Returns true during the grace period after the last reader of a run in this process left. */
  isLeft(runId: string): boolean;
}

/** Options for {@link createRunAttendance}. */
export interface RunAttendanceOptions {
  readonly runs: Pick<RunReaders, 'noteReaders' | 'wasReadWithin'>;
  readonly logger: Logger;
  /** Grace period for another reader, in milliseconds. */
  readonly graceMs: number;
}

interface Audience {
  readers: number;
  /** Notes readers in the database while there are any; afterwards times the grace period. */
  timer?: ReturnType<typeof setTimeout>;
}

/** Creates the attendance of a process. Other processes note their readers in the database. */
export function createRunAttendance({ runs, logger, graceMs }: RunAttendanceOptions): RunAttendance {
  const audiences = new Map<string, Audience>();

  /** Notes a reader; a database error does not end its stream. */
  async function noteReader(runId: string): Promise<void> {
    await runs.noteReaders([runId]).catch((error: unknown) => logger.warn('reader not noted', { runId, error }));
  }

  async function isReadElsewhere(runId: string): Promise<boolean> {
    try {
      return await runs.wasReadWithin(runId, graceMs / 2);
    } catch (error) {
      logger.warn('readers of a run not known', { runId, error });
      return true;
    }
  }

  async function reportAbandoned(runId: string, onAbandoned: () => void): Promise<void> {
    const isRead = await isReadElsewhere(runId);
    if (audiences.get(runId)?.readers !== 0) return;
    audiences.delete(runId);
    if (!isRead) onAbandoned();
  }

  return {
    isLeft: (runId) => audiences.get(runId)?.readers === 0,

    enter(runId, onAbandoned) {
      const audience = audiences.get(runId) ?? { readers: 0 };
      audiences.set(runId, audience);
      audience.readers += 1;
      if (audience.readers === 1) {
        clearTimeout(audience.timer);
        void noteReader(runId);
        audience.timer = setInterval(() => void noteReader(runId), graceMs / 4).unref();
      }

      return (isOver) => {
        audience.readers -= 1;
        if (audience.readers > 0) return;
        clearTimeout(audience.timer);
        if (isOver) audiences.delete(runId);
        else audience.timer = setTimeout(() => void reportAbandoned(runId, onAbandoned), graceMs).unref();
      };
    },
  };
}
