import type { Clock } from '@shipmate/core';

/** A clock that a test advances. */
export class TestClock implements Clock {
  #now = Date.UTC(2026, 0, 1);

  now(): Date {
    return new Date(this.#now);
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}
