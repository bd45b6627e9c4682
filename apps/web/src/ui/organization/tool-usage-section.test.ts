import { expect, it } from 'vitest';
import { listMonths } from './month-select.tsx';

it('listMonths lists months in UTC, newest first, across the end of a year', () => {
  expect(listMonths(new Date('2027-01-31T23:59:59Z'), 3)).toEqual([
    ['2027-01', 'January 2027'],
    ['2026-12', 'December 2026'],
    ['2026-11', 'November 2026'],
  ]);
});
