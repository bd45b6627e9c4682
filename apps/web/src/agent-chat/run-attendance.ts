import type { Logger } from '@shipmate/core';
import type { RunReaders } from '@shipmate/domain';

/** Notices runs that nobody reads any more, in whichever process. */
export interface RunAttendance {
  /**
   * A reader has come. The function that it returns says that the reader has left, and whether there was nothing more to read.
   * When the last one left and nobody came for as long as is waited, `onAbandoned` of the last one is called.
   */
  enter(runId: string, onAbandoned: () => void): (isOver: boolean) => void;
  /** Whether the last reader that a run had here has left and is waited for. */
  isLeft(runId: string): boolean;
}

/** What {@link createRunAttendance} needs. */
export interface RunAttendanceOptions {
  readonly runs: Pick<RunReaders, 'noteReaders' | 'wasReadWithin'>;
  readonly logger: Logger;
  /** How long another reader is waited for. */
  readonly graceMs: number;
}

interface Audience {
  readers: number;
  /** While there are readers it tells other processes so, then it waits for others. */
  timer?: ReturnType<typeof setTimeout>;
}

/** Makes the attendance of a process. Readers of other processes are known from what these note in the database. */
export function createRunAttendance({ runs, logger, graceMs }: RunAttendanceOptions): RunAttendance {
  const audiences = new Map<string, Audience>();

  /** Nobody is sent away because the database did not answer. */
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

  async function leaveAlone(runId: string, onAbandoned: () => void): Promise<void> {
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
        else audience.timer = setTimeout(() => void leaveAlone(runId, onAbandoned), graceMs).unref();
      };
    },
  };
}
