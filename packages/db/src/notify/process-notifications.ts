import type { ProcessChannels } from './process-channels.ts';
import type { Announce, Topic } from './topic.ts';

/** Notifications between the processes of a database, this one included. */
export interface ProcessNotifications {
  /** Calls the listener for each notification about a topic until the returned function is called. */
  listen(topic: Topic, listener: () => void): () => void;
  /** Notifies listeners of this process at once, and those of others without blocking the caller. */
  readonly announce: Announce;
  /** Sends what is pending, for a second at most, and stops to listen. */
  close(): Promise<void>;
}

/** The one channel; its payloads are topics. */
const channel = 'shipmate_run';
/** The time in milliseconds in which notifications collect after others were sent. */
const collectMs = 5;
/** The longest time in milliseconds between failed attempts. */
const maxRetryMs = 5_000;
/** The longest wait for pending notifications at the end, in milliseconds. */
const maxCloseMs = 1_000;

/**
 * Creates the notifications of a database. They are sent after the commit that they report, and all that are pending in one transaction:
 * PostgreSQL lets one transaction with notifications commit at a time. A process that dies in between loses them, so listeners also poll.
 */
export function createProcessNotifications({ listenTo, broadcast }: ProcessChannels): ProcessNotifications {
  const listeners = new Map<string, Set<() => void>>();
  const pending = new Set<Topic>();
  const closing = new AbortController();
  let sending: Promise<void> | undefined;
  let stop: (() => Promise<void>) | undefined;

  function call(topic: string): void {
    for (const listener of listeners.get(topic) ?? []) listener();
  }

  async function send(broadcastAll: NonNullable<typeof broadcast>): Promise<void> {
    let delayMs = collectMs;
    while (pending.size > 0) {
      const topics = [...pending];
      pending.clear();
      try {
        await broadcastAll(channel, topics);
        delayMs = collectMs;
      } catch {
        // The connection broke, and is replaced; the next attempt waits for the new one.
        if (closing.signal.aborted) break;
        for (const topic of topics) pending.add(topic);
        delayMs = Math.min(delayMs * 2, maxRetryMs);
      }
      await pause(delayMs, closing.signal);
    }
    sending = undefined;
  }

  return {
    listen(topic, listener) {
      stop ??= listenTo(channel, { onMessage: call, onListening: () => [...listeners.keys()].forEach(call) });
      const ofTopic = listeners.get(topic) ?? new Set();
      listeners.set(topic, ofTopic.add(listener));
      return () => {
        ofTopic.delete(listener);
        if (ofTopic.size === 0 && listeners.get(topic) === ofTopic) listeners.delete(topic);
      };
    },

    announce(topic) {
      call(topic);
      if (broadcast === undefined) return;
      pending.add(topic);
      sending ??= send(broadcast);
    },

    async close() {
      closing.abort();
      const ending = new AbortController();
      await Promise.race([sending, pause(maxCloseMs, ending.signal)]);
      ending.abort();
      await stop?.();
    },
  };
}

/** Resolves after a time in milliseconds, or once the signal fires. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
