import type { RunNotifications, RunStore, StoredRunEvent } from '@shipmate/domain';

/** One run's log, as one reader of this process sees it. */
export interface RunFeed {
  /** The next events after a sequence; none when there are none yet. */
  read(after: number): Promise<readonly StoredRunEvent[]>;
  close(): void;
}

/** The logs that are being read in this process. */
export interface RunFeeds {
  /** Opens a run's log for a reader; `wake` is called whenever it may have grown. */
  open(runId: string, wake: () => void): RunFeed;
  /** Calls every reader's `wake`. */
  wakeAll(): void;
}

interface SharedFeed {
  readonly readers: Set<() => void>;
  /** Reads that are under way, by where they begin. */
  readonly reads: Map<number, Promise<readonly StoredRunEvent[]>>;
  readonly stopListening: () => void;
}

const pageSize = 500;

/** Makes feeds in which readers that are equally far share what is read, so that a thousand of them cost one query. */
export function createRunFeeds(runs: RunStore, notifications: RunNotifications): RunFeeds {
  const feeds = new Map<string, SharedFeed>();

  function share(runId: string): SharedFeed {
    const readers = new Set<() => void>();
    const reads: SharedFeed['reads'] = new Map();
    const stopListening = notifications.listen(`events ${runId}`, () => {
      // What is under way may have begun too early to see the news.
      reads.clear();
      for (const wake of readers) wake();
    });
    return { readers, reads, stopListening };
  }

  async function read(runId: string, { reads }: SharedFeed, after: number): Promise<readonly StoredRunEvent[]> {
    const reading = reads.get(after) ?? runs.listEvents(runId, { after, limit: pageSize });
    reads.set(after, reading);
    try {
      return await reading;
    } finally {
      if (reads.get(after) === reading) reads.delete(after);
    }
  }

  return {
    open(runId, wake) {
      const feed = feeds.get(runId) ?? share(runId);
      feeds.set(runId, feed);
      feed.readers.add(wake);
      return {
        read: (after) => read(runId, feed, after),
        close() {
          feed.readers.delete(wake);
          if (feed.readers.size > 0 || feeds.get(runId) !== feed) return;
          feeds.delete(runId);
          feed.stopListening();
        },
      };
    },
    wakeAll() {
      for (const { readers } of feeds.values()) for (const wake of readers) wake();
    },
  };
}
