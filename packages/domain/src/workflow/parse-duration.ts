const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** The longest duration of a rule, 30 days. */
const maxMs = 720 * 3_600_000;

/** Parses a duration such as `1h30m` to milliseconds; `undefined` unless it is over 0 and at most 720 hours. */
export function parseDuration(text: string): number | undefined {
  if (!/^(?:\d{1,10}(?:\.\d{1,3})?(?:ms|s|m|h)){1,4}$/.test(text)) return undefined;
  let total = 0;
  for (const [, count, unit = ''] of text.matchAll(/([\d.]+)(ms|s|m|h)/g)) total += Number(count) * (units[unit] ?? 0);
  return total > 0 && total <= maxMs ? Math.round(total) : undefined;
}
