import { expect, test } from 'vitest';
import { toAge } from './age.ts';

const now = new Date('2026-06-15T12:00:00Z');

test.each([
  ['2026-06-15T11:59:30Z', 'now'],
  ['2026-06-15T11:59:00Z', '1 minute ago'],
  ['2026-06-15T09:00:01Z', '2 hours ago'],
  ['2026-06-14T11:00:00Z', 'yesterday'],
  ['2026-06-01T12:00:00Z', '2 weeks ago'],
  ['2024-06-01T12:00:00Z', '2 years ago'],
  ['2026-06-15T12:00:05Z', 'now'],
])('toAge describes %s as %s', (then, age) => {
  expect(toAge(new Date(then), now)).toBe(age);
});
