/** Microseconds as tables write them: in milliseconds from one of those on. */
export function toDuration(micros: number): string {
  return micros < 1_000 ? `${micros.toFixed(2)} µs` : `${(micros / 1_000).toFixed(1)} ms`;
}
