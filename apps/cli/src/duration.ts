import { AppError } from '@shipmate/core';

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Parses a duration like `30m`, `12h` or `90d` into milliseconds. @throws AppError `VALIDATION_ERROR` for other formats. */
export function parseDuration(text: string): number {
  const [, amount, unit] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? [];
  if (amount === undefined || unit === undefined) {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: `"${text}" is not a duration. Use minutes, hours or days: 30m, 12h, 90d.`,
    });
  }
  return Number(amount) * unitMs[unit as keyof typeof unitMs];
}
