/** The earliest of these times; undefined if all are undefined or infinite. */
export function earliestDue(times: readonly (number | undefined)[]): number | undefined {
  const due = times.reduce<number>((earliest, time) => Math.min(earliest, time ?? earliest), Number.POSITIVE_INFINITY);
  return Number.isFinite(due) ? due : undefined;
}
