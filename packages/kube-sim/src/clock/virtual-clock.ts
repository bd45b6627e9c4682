/** The time of the cluster. It runs with that of the machine unless it is stopped, and can be moved on. */
export interface VirtualClock {
  /** Milliseconds of the epoch. */
  now(): number;
  /** Moves on to a time; never back. */
  moveTo(time: number): void;
  readonly isRunning: boolean;
}

/** Makes a clock. A stopped one begins at `start` and moves only when told. */
export function createVirtualClock({
  start,
  stopped = false,
}: {
  readonly start?: number;
  readonly stopped?: boolean;
} = {}): VirtualClock {
  const begin = Date.now();
  let offset = (start ?? begin) - begin;
  let frozen = start ?? begin;
  const now = () => (stopped ? frozen : Date.now() + offset);
  return {
    now,
    moveTo(time) {
      const ahead = time - now();
      if (ahead <= 0) return;
      frozen += ahead;
      offset += ahead;
    },
    isRunning: !stopped,
  };
}

/** The form of times in objects: whole seconds. */
export function toTimestamp(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** The form of times with microseconds, such as those of leases and event series. */
export function toMicroTimestamp(time: number): string {
  return new Date(time).toISOString().replace('Z', '000Z');
}
