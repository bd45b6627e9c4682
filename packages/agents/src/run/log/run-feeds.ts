import type { RunNotifications, RunStore, StoredRunEvent } from '@shipmate/domain/run';
import type { ContentRow } from './content-row.ts';
import type { LogReader } from './log-reader.ts';
import { createUnlessAway } from './unless-away.ts';
import { WaitingReaders } from './waiting-readers.ts';

/** One run's log for one reader of this process. */
export interface RunFeed {
  /** Reads how far the log is. */
  refresh(): Promise<void>;
  /** Returns true when no event can follow a sequence number, according to the last refresh. */
  endsAt(sequence: number): boolean;
  /** Returns the next events after a sequence number; none when there are none yet. */
  read(after: number): Promise<readonly StoredRunEvent[]>;
  /** Passes new events to a reader that has read all, until it is done or has to refresh and read again. */
  wait(): Promise<void>;
  close(): void;
}

/** The logs that are read in this process. */
export interface RunFeeds {
  /** Opens a run's log for a reader. */
  open(runId: string, reader: LogReader): RunFeed;
  /**
   * Shows readers content that is not stored yet, after a short delay, so that content recorded together is shown
   * together. `undefined` ends it.
   */
  show(runId: string, findRow: FindRow | undefined): void;
  /** Makes every reader refresh. */
  wakeAll(): void;
}

/** Finds the content row after the stored events; `undefined` while there is none. */
export type FindRow = () => ContentRow | undefined;

/** Options for {@link createRunFeeds}. */
export interface RunFeedsOptions {
  readonly runs: Pick<RunStore, 'findLogHead' | 'listEvents'>;
  readonly notifications: RunNotifications;
  /** Interval between refreshes of a log without notifications. */
  readonly pollMs: number;
  /** How long readers wait for a database that is unavailable. */
  readonly maxOutageMs: number;
}

/** Maximum number of events per read; a shorter page is the last one. */
export const pageSize = 500;

interface SharedFeed {
  readonly readers: Set<LogReader>;
  openFor(reader: LogReader): Omit<RunFeed, 'close'>;
  showSoon(): void;
  wakeAll(): void;
  close(): void;
}

/**
 * Creates feeds whose readers share lookups and, at the same position, reads: the cost does not depend on the number of
 * readers.
 */
export function createRunFeeds(options: RunFeedsOptions): RunFeeds {
  const feeds = new Map<string, SharedFeed>();
  const rows = new Map<string, FindRow>();
  return {
    open(runId, reader) {
      const feed = feeds.get(runId) ?? shareFeed(runId, { ...options, findRow: () => rows.get(runId)?.() });
      feeds.set(runId, feed);
      feed.readers.add(reader);
      return {
        ...feed.openFor(reader),
        close() {
          feed.readers.delete(reader);
          if (feed.readers.size > 0 || feeds.get(runId) !== feed) return;
          feeds.delete(runId);
          feed.close();
        },
      };
    },
    show(runId, findRow) {
      if (findRow) rows.set(runId, findRow);
      else rows.delete(runId);
      feeds.get(runId)?.showSoon();
    },
    wakeAll() {
      for (const feed of feeds.values()) feed.wakeAll();
    },
  };
}

interface SharedFeedOptions extends RunFeedsOptions {
  readonly findRow: FindRow;
}

function shareFeed(runId: string, options: SharedFeedOptions): SharedFeed {
  const { runs, notifications, pollMs, maxOutageMs, findRow } = options;
  const waiting = new WaitingReaders();
  const reads = new Map<number, Promise<readonly StoredRunEvent[]>>();
  const unlessAway = createUnlessAway(maxOutageMs);
  let endsAt = (_sequence: number): boolean => false;
  let refreshing: Promise<void> | undefined;
  /** Counts notifications: a reader that read before the latest one has to read again instead of waiting. */
  let news = 0;
  let isHanding = false;
  let showing: ReturnType<typeof setImmediate> | undefined;

  const stopListening = notifications.listen(`events ${runId}`, () => {
    news += 1;
    // A read in progress may have started too early to include the new event.
    reads.clear();
    void handOut();
  });
  // Readers that wake up find the error themselves.
  const polling = setInterval(() => void refresh().then(wakeAll, wakeAll), pollMs);

  function wakeAll(): void {
    news += 1;
    waiting.releaseAll();
  }

  async function handOut(): Promise<void> {
    if (isHanding) return;
    isHanding = true;
    for (let handledNews = -1; handledNews !== news; ) {
      handledNews = news;
      await Promise.all([...waiting.positions].map(handOutFrom));
    }
    isHanding = false;
    showSoon();
  }

  function showSoon(): void {
    showing ??= setImmediate(() => {
      showing = undefined;
      const row = findRow();
      if (row) waiting.show(row);
    });
  }

  async function handOutFrom(position: number): Promise<void> {
    try {
      const events = await read(position);
      waiting.hand(position, events);
      if (events.length === pageSize) waiting.releaseAll();
    } catch (thrown) {
      waiting.fail(position, thrown);
    }
  }

  async function readHead(): Promise<void> {
    const head = await runs.findLogHead(runId);
    const isGone = !head || head.isDeleted;
    endsAt = (sequence) => isGone || (head.isComplete && sequence >= head.lastSequence);
  }

  function refresh(): Promise<void> {
    refreshing ??= unlessAway(readHead(), undefined).finally(() => (refreshing = undefined));
    return refreshing;
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
    readers: new Set(),
    openFor(reader) {
      let seen = news;
      return {
        refresh,
        endsAt: (sequence) => endsAt(sequence),
        read(after) {
          seen = news;
          return read(after);
        },
        async wait() {
          if (seen !== news) return;
          showSoon();
          await waiting.wait(reader);
        },
      };
    },
    showSoon,
    wakeAll,
    close() {
      clearInterval(polling);
      clearImmediate(showing);
      stopListening();
    },
  };
}
