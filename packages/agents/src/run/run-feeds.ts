import type { RunNotifications, RunStore, StoredRunEvent } from '@shipmate/domain';
import { createUnlessAway } from './unless-away.ts';

/** One run's log, as one reader of this process sees it. */
export interface RunFeed {
  /** Looks how far the log is. */
  look(): Promise<void>;
  /** Whether nothing can follow a sequence, as far as was looked. */
  endsAt(sequence: number): boolean;
  /** The next events after a sequence; none when there are none yet. */
  read(after: number): Promise<readonly StoredRunEvent[]>;
  close(): void;
}

/** The logs that are being read in this process. */
export interface RunFeeds {
  /** Opens a run's log for a reader; `wake` is called whenever it may have grown or ended. */
  open(runId: string, wake: () => void): RunFeed;
  /** Calls every reader's `wake`. */
  wakeAll(): void;
}

/** What {@link createRunFeeds} needs. */
export interface RunFeedsOptions {
  readonly runs: Pick<RunStore, 'findLogHead' | 'listEvents'>;
  readonly notifications: RunNotifications;
  /** How often a log is looked at of which no notification tells. */
  readonly pollMs: number;
  /** How long readers wait for a database that is away. */
  readonly patienceMs: number;
}

/** Events that are read at once; fewer are all that there are. */
export const pageSize = 500;

interface SharedFeed extends RunFeed {
  readonly readers: Set<() => void>;
}

/** Makes feeds whose readers share what is looked up and, if they are equally far, what is read: a thousand cost what one does. */
export function createRunFeeds({ runs, notifications, pollMs, patienceMs }: RunFeedsOptions): RunFeeds {
  const feeds = new Map<string, SharedFeed>();

  function share(runId: string): SharedFeed {
    const readers = new Set<() => void>();
    const reads = new Map<number, Promise<readonly StoredRunEvent[]>>();
    const unlessAway = createUnlessAway(patienceMs);
    let endsAt = (_sequence: number): boolean => false;
    let looking: Promise<void> | undefined;

    const wakeAll = (): void => {
      for (const wake of readers) wake();
    };
    const stopListening = notifications.listen(`events ${runId}`, () => {
      // What is under way may have begun too early to see the news.
      reads.clear();
      wakeAll();
    });
    const polling = setInterval(() => {
      // Readers that wake find out themselves what is wrong.
      look().then(wakeAll, wakeAll);
    }, pollMs);

    async function lookAgain(): Promise<void> {
      const head = await runs.findLogHead(runId);
      const isGone = !head || head.isDeleted;
      endsAt = (sequence) => isGone || (head.isComplete && sequence >= head.lastSequence);
    }

    function look(): Promise<void> {
      looking ??= unlessAway(lookAgain(), undefined).finally(() => (looking = undefined));
      return looking;
    }

    function read(after: number): Promise<readonly StoredRunEvent[]> {
      const shared = reads.get(after);
      if (shared) return shared;
      const reading = unlessAway(runs.listEvents(runId, { after, limit: pageSize }), []).finally(() => {
        if (reads.get(after) === reading) reads.delete(after);
      });
      reads.set(after, reading);
      return reading;
    }

    return {
      readers,
      look,
      endsAt: (sequence) => endsAt(sequence),
      read,
      close() {
        clearInterval(polling);
        stopListening();
      },
    };
  }

  return {
    open(runId, wake) {
      const feed = feeds.get(runId) ?? share(runId);
      feeds.set(runId, feed);
      feed.readers.add(wake);
      return {
        ...feed,
        close() {
          feed.readers.delete(wake);
          if (feed.readers.size > 0 || feeds.get(runId) !== feed) return;
          feeds.delete(runId);
          feed.close();
        },
      };
    },
    wakeAll() {
      for (const { readers } of feeds.values()) for (const wake of readers) wake();
    },
  };
}
