/** Formats microseconds for tables: from 1,000 µs on in milliseconds. */
export function toDuration(micros: number): string {
  return micros < 1_000 ? `${micros.toFixed(2)} µs` : `${(micros / 1_000).toFixed(1)} ms`;
}
