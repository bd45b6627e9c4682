import { AppError } from '@shipmate/core';

const milliseconds: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses `15m`, `2h30m`, `1d` or a time in RFC 3339. @throws AppError `VALIDATION_ERROR` for anything else. */
export function parseSince(text: string, now: Date): string {
  if (/^(?:\d{1,6}[smhd])+$/.test(text)) {
    const past = [...text.matchAll(/(\d+)([smhd])/g)].reduce(
      (sum, [, count, unit = '']) => sum + Number(count) * (milliseconds[unit] ?? 0),
      0,
    );
    return new Date(Math.max(0, now.getTime() - past)).toISOString();
  }
  const time = Date.parse(text);
  if (/^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(time)) return new Date(time).toISOString();
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: 'since takes a duration such as "15m" or "2h", or a time such as "2026-01-31T12:00:00Z".',
    details: { field: 'since' },
  });
}
