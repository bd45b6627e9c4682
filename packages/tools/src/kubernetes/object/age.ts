const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/** Returns the age of a timestamp in at most two units: `45s`, `12m`, `3h20m`, `5d`. */
export function ageOf(timestamp: string | undefined, now: Date): string {
  const then = Date.parse(timestamp ?? '');
  if (Number.isNaN(then)) return '?';
  return formatSeconds(Math.max(0, Math.floor((now.getTime() - then) / 1000)));
}

function formatSeconds(seconds: number): string {
  const at = units.findIndex(([, size]) => seconds >= size);
  const [unit, size] = units[at] ?? ['s', 1];
  const [smaller, smallerSize] = units[at + 1] ?? ['', 0];
  const rest = smallerSize === 0 ? 0 : Math.floor((seconds % size) / smallerSize);
  const isFine = Math.floor(seconds / size) < 10 && rest > 0;
  return `${Math.floor(seconds / size)}${unit}${isFine ? `${rest}${smaller}` : ''}`;
}
