/** The cluster's clock. It follows the machine's clock, or stands still until it is advanced. */
export interface VirtualClock {
  /** Milliseconds of the epoch. */
  now(): number;
  /** Moves the clock forward to a time. */
  moveTo(time: number): void;
  readonly isRunning: boolean;
}

/** Creates a clock; with `start` it stands still at that time until moved. */
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

/** Formats a time as objects hold it: in whole seconds. */
export function toTimestamp(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** Formats a time with microseconds, as in leases and event series. */
export function toMicroTimestamp(time: number): string {
  return new Date(time).toISOString().replace('Z', '000Z');
}
