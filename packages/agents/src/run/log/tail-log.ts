import type { NumberedRunEvent } from '@shipmate/domain/run';
import type { TakeEvent } from './log-reader.ts';
import { createWakeUp } from './wake-up.ts';

/**
 * Converts a push-based reading to an async iterable. The reading is stopped when the consumer stops.
 *
 * @throws the error of the reading.
 */
export async function* tailLog(
  read: (take: TakeEvent, signal: AbortSignal) => Promise<void>,
): AsyncGenerator<NumberedRunEvent, void> {
  const stopping = new AbortController();
  const [handed, taken] = [createWakeUp(), createWakeUp()];
  const given: NumberedRunEvent[] = [];
  let isOver = false;
  const reading = read((event) => {
    given.push(event);
    handed.wake();
    return taken.sleep();
  }, stopping.signal).finally(() => {
    isOver = true;
    handed.wake();
  });
  // Its error is rethrown by the await below.
  reading.catch(() => undefined);
  try {
    while (!isOver || given.length > 0) {
      await handed.sleep();
      yield* given.splice(0);
      taken.wake();
    }
    await reading;
  } finally {
    stopping.abort();
    taken.wake();
  }
}
