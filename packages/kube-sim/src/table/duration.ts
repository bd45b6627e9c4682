const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

/** Formats a duration like ages in kubectl: `42s`, `5m12s`, `3h`, `2d4h`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 0) return milliseconds < -second ? '<invalid>' : '0s';
  const whole = (unit: number) => Math.floor(milliseconds / unit);
  const pair = (unit: number, name: string, [lower, lowerName]: readonly [number, string]) => {
    const rest = Math.floor((milliseconds % unit) / lower);
    return rest === 0 ? `${whole(unit)}${name}` : `${whole(unit)}${name}${rest}${lowerName}`;
  };
  if (milliseconds < 2 * minute) return `${whole(second)}s`;
  if (milliseconds < 10 * minute) return pair(minute, 'm', [second, 's']);
  if (milliseconds < 3 * hour) return `${whole(minute)}m`;
  if (milliseconds < 8 * hour) return pair(hour, 'h', [minute, 'm']);
  if (milliseconds < 2 * day) return `${whole(hour)}h`;
  if (milliseconds < 8 * day) return pair(day, 'd', [hour, 'h']);
  if (milliseconds < 2 * year) return `${whole(day)}d`;
  if (milliseconds < 8 * year) return pair(year, 'y', [day, 'd']);
  return `${whole(year)}y`;
}

/** Formats the age of a timestamp; `<unknown>` without one. */
export function formatAge(timestamp: unknown, now: number): string {
  return typeof timestamp === 'string' && timestamp !== '' ? formatDuration(now - Date.parse(timestamp)) : '<unknown>';
}
