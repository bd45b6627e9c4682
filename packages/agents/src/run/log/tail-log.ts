import type { StoredRunEvent } from '@shipmate/domain';
import type { TakeEvent } from './log-reader.ts';
import { createWakeUp } from './wake-up.ts';

/**
 * Turns a reading that hands out events into one that is asked for them. The reading is stopped when nobody asks any more.
 *
 * @throws what the reading throws.
 */
export async function* tailLog(
  read: (take: TakeEvent, signal: AbortSignal) => Promise<void>,
): AsyncGenerator<StoredRunEvent, void> {
  const leaving = new AbortController();
  const [handed, taken] = [createWakeUp(), createWakeUp()];
  const given: StoredRunEvent[] = [];
  let isOver = false;
  const reading = read((event) => {
    given.push(event);
    handed.wake();
    return taken.sleep();
  }, leaving.signal).finally(() => {
    isOver = true;
    handed.wake();
  });
  // It is awaited at the end, whatever comes of it.
  reading.catch(() => undefined);
  try {
    while (!isOver || given.length > 0) {
      await handed.sleep();
      yield* given.splice(0);
      taken.wake();
    }
    await reading;
  } finally {
    leaving.abort();
    taken.wake();
  }
}
