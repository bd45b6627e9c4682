import type { RunEvent, StoredRunEvent, UnitOfWork } from '@shipmate/domain';
import { createRunAnnouncer, type RunAnnouncer } from './run-announcer.ts';
import { createWakeUp } from './wake-up.ts';

/** Where a reader of a log begins and when it stops. */
export interface TailOptions {
  /** The sequence of the last event that the reader has; 0 for none. */
  readonly after?: number;
  readonly signal: AbortSignal;
}

/** The durable logs of runs: one writer each, any number of readers. */
export interface RunLog {
  /** Stores events in order and returns the sequence of the last one. */
  append(runId: string, events: readonly RunEvent[]): Promise<number>;
  /** Tells readers that events were stored by a transaction of the caller's. */
  announce(runId: string): void;
  /**
   * The events of a run, first those that are stored, then each as it is stored. It ends after `run_ended` and when
   * `signal` fires.
   *
   * **Contract.** It checks no ownership: the caller got the run from a store with its principal.
   */
  tail(runId: string, options: TailOptions): AsyncGenerator<StoredRunEvent, void>;
}

/** What {@link createRunLog} needs. */
export interface RunLogOptions {
  readonly unitOfWork: UnitOfWork;
  /** How readers hear of new events without asking. Default: within this process. */
  readonly announcer?: RunAnnouncer;
  /** How often readers ask for events that nobody announced, as another process writes them. Default 1000. */
  readonly pollMs?: number;
}

const pageSize = 500;

/** Makes the logs of the runs in a database. */
export function createRunLog({ unitOfWork, announcer = createRunAnnouncer(), pollMs = 1_000 }: RunLogOptions): RunLog {
  const { runs } = unitOfWork.stores;

  async function hasEndedAt(runId: string, sequence: number): Promise<boolean> {
    if (sequence === 0) return false;
    const [last] = await runs.listEvents(runId, { after: sequence - 1, limit: 1 });
    return last?.event.type === 'run_ended';
  }

  return {
    async append(runId, events) {
      const sequence = await runs.appendEvents(runId, events);
      announcer.announce(runId);
      return sequence;
    },

    announce: (runId) => announcer.announce(runId),

    async *tail(runId, { after = 0, signal }) {
      const wakeUp = createWakeUp();
      const stopListening = announcer.listen(runId, wakeUp.wake);
      signal.addEventListener('abort', wakeUp.wake);
      try {
        let position = after;
        if (await hasEndedAt(runId, position)) return;
        while (!signal.aborted) {
          const events = await runs.listEvents(runId, { after: position, limit: pageSize });
          for (const event of events) {
            if (signal.aborted) return;
            yield event;
            position = event.sequence;
            if (event.event.type === 'run_ended') return;
          }
          if (events.length === 0) await wakeUp.sleep(pollMs);
        }
      } finally {
        signal.removeEventListener('abort', wakeUp.wake);
        stopListening();
      }
    },
  };
}
