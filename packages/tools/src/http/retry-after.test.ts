import { expect, it } from 'vitest';
import { parseRetryAfter } from './retry-after.ts';

const now = new Date('2026-01-01T00:00:00Z');

it.each([
  [null, undefined],
  ['2', 2_000],
  ['0', 0],
  ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['soon', undefined],
])('parseRetryAfter parses %j', (header, milliseconds) => {
  expect(parseRetryAfter(header, now)).toBe(milliseconds);
});
