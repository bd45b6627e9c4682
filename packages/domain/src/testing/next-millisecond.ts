import { expect } from 'vitest';

/** Waits until the clock shows a later millisecond: PGlite stores times in milliseconds, and two changes can have the same. */
export async function nextMillisecond(): Promise<void> {
  const now = Date.now();
  await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(now);
}
