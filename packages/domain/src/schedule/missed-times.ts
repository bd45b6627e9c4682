import { nextTimeOf } from './next-time.ts';
import type { Recurrence } from './schedule.ts';

/** The times of a recurrence that are over. */
export interface MissedTimes {
  /** The last one. */
  readonly last: Date;
  /** The number of those before it, at most 1000. */
  readonly earlier: number;
  /** The first time that is not over. */
  readonly next: Date;
}

const maxCounted = 1_000;

/** Returns the times of a recurrence from a due one until now. @throws AppError as `nextTimeOf` does */
export function findMissedTimes(
  recurrence: Recurrence,
  { due, now }: { readonly due: Date; readonly now: Date },
): MissedTimes {
  let last = due;
  for (let earlier = 0; earlier < maxCounted; earlier += 1) {
    const next = nextTimeOf(recurrence, last);
    if (next > now) return { last, earlier, next };
    last = next;
  }
  return { last, earlier: maxCounted, next: nextTimeOf(recurrence, now) };
}
