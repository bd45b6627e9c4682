/** Notices runs that nobody reads any more. It knows the readers of this process. */
export interface RunAttendance {
  /**
   * A reader has come. The function that it returns says that the reader has left, and whether there was nothing more to read.
   * When the last one left and nobody came for as long as is waited, `onAbandoned` of the last one is called.
   */
  enter(runId: string, onAbandoned: () => void): (isOver: boolean) => void;
  /** Whether the last reader of a run has left and is waited for. */
  isLeft(runId: string): boolean;
}

interface Audience {
  readers: number;
  timer?: ReturnType<typeof setTimeout>;
}

/** Makes an attendance that waits so long for another reader. */
export function createRunAttendance(graceMs: number): RunAttendance {
  const audiences = new Map<string, Audience>();
  return {
    isLeft: (runId) => audiences.get(runId)?.readers === 0,

    enter(runId, onAbandoned) {
      const audience = audiences.get(runId) ?? { readers: 0 };
      audiences.set(runId, audience);
      clearTimeout(audience.timer);
      audience.readers += 1;

      return (isOver) => {
        audience.readers -= 1;
        if (audience.readers > 0) return;
        if (isOver) {
          audiences.delete(runId);
          return;
        }
        audience.timer = setTimeout(() => {
          audiences.delete(runId);
          onAbandoned();
        }, graceMs);
        audience.timer.unref();
      };
    },
  };
}
