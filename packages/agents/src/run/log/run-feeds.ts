import type { RunNotifications, RunStore, NumberedRunEvent } from '@shipmate/domain/run';
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
  read(after: number): Promise<readonly NumberedRunEvent[]>;
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
  show(runId: string, findRows: FindRows | undefined): void;
  /** Passes events that this process has stored, in the turn of the event loop in which they were announced. */
  pass(runId: string, events: readonly NumberedRunEvent[]): void;
  /** Makes every reader refresh. */
  wakeAll(): void;
}

/** Finds the content after the stored events, in at most `maxOpenRows` rows that follow one another. */
export type FindRows = () => readonly ContentRow[];

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
  pass(events: readonly NumberedRunEvent[]): void;
  wakeAll(): void;
  close(): void;
}

/**
 * Creates feeds whose readers share lookups and, at the same position, reads: the cost does not depend on the number of
 * readers.
 */
export function createRunFeeds(options: RunFeedsOptions): RunFeeds {
  const feeds = new Map<string, SharedFeed>();
  const rows = new Map<string, FindRows>();
  return {
    open(runId, reader) {
      const feed = feeds.get(runId) ?? shareFeed(runId, { ...options, findRows: () => rows.get(runId)?.() ?? [] });
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
    show(runId, findRows) {
      if (findRows) rows.set(runId, findRows);
      else rows.delete(runId);
      feeds.get(runId)?.showSoon();
    },
    pass(runId, events) {
      feeds.get(runId)?.pass(events);
    },
    wakeAll() {
      for (const feed of feeds.values()) feed.wakeAll();
    },
  };
}

interface SharedFeedOptions extends RunFeedsOptions {
  readonly findRows: FindRows;
}

function shareFeed(runId: string, options: SharedFeedOptions): SharedFeed {
  const { runs, notifications, pollMs, maxOutageMs, findRows } = options;
  const waiting = new WaitingReaders();
  const reads = new Map<number, Promise<readonly NumberedRunEvent[]>>();
  const unlessAway = createUnlessAway(maxOutageMs);
  let endsAt = (_sequence: number): boolean => false;
  let refreshing: Promise<void> | undefined;
  /** Counts notifications: a reader that read before the latest one has to read again instead of waiting. */
  let news = 0;
  let isHanding = false;
  let handing: ReturnType<typeof setImmediate> | undefined;
  let showing: ReturnType<typeof setImmediate> | undefined;

  const stopListening = notifications.listen(`events ${runId}`, () => {
    news += 1;
    // A read in progress may have started too early to include the new event.
    reads.clear();
    handOutSoon();
  });
  // Readers that wake up find the error themselves.
  const polling = setInterval(() => void refresh().then(wakeAll, wakeAll), pollMs);

  function wakeAll(): void {
    news += 1;
    waiting.releaseAll();
  }

  /** Leaves the rest of this turn of the event loop to a writer in this process: events that it passes are not read. */
  function handOutSoon(): void {
    handing ??= setImmediate(() => {
      handing = undefined;
      void handOut();
    });
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
      waiting.show(findRows());
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

  /** Readers get the same of an event that is passed to them as of one that is read. */
  async function readPage(after: number): Promise<readonly NumberedRunEvent[]> {
    const events = await runs.listEvents(runId, { after, limit: pageSize });
    return events.map(({ sequence, event }) => ({ sequence, event }));
  }

  function read(after: number): Promise<readonly NumberedRunEvent[]> {
    const shared = reads.get(after);
    if (shared) return shared;
    const reading = unlessAway(readPage(after), []).finally(() => {
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
    pass(events) {
      clearImmediate(handing);
      handing = undefined;
      const last = events.at(-1)?.sequence ?? 0;
      waiting.hand(last - events.length, events);
      if ([...waiting.positions].some((position) => position < last)) handOutSoon();
      showSoon();
    },
    wakeAll,
    close() {
      clearInterval(polling);
      clearImmediate(handing);
      clearImmediate(showing);
      stopListening();
    },
  };
}
