/** Tells readers in this process that a run's log has grown. */
export interface RunAnnouncer {
  announce(runId: string): void;
  /** Calls `listener` after each announcement, until the function that it returns is called. */
  listen(runId: string, listener: () => void): () => void;
}

/** Makes an announcer of this process alone. Readers in other processes find out by polling. */
export function createRunAnnouncer(): RunAnnouncer {
  const listeners = new Map<string, Set<() => void>>();
  return {
    announce(runId) {
      for (const listener of listeners.get(runId) ?? []) listener();
    },
    listen(runId, listener) {
      const ofRun = listeners.get(runId) ?? new Set();
      listeners.set(runId, ofRun.add(listener));
      return () => {
        ofRun.delete(listener);
        if (ofRun.size === 0 && listeners.get(runId) === ofRun) listeners.delete(runId);
      };
    },
  };
}
