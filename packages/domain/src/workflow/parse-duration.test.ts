import { expect, it } from 'vitest';
import { parseDuration } from './parse-duration.ts';

it.each([
  ['90s', 90_000],
  ['1h30m', 5_400_000],
  ['1.5h', 5_400_000],
  ['500ms', 500],
  ['720h', 2_592_000_000],
  ['721h', undefined],
  ['0s', undefined],
  ['', undefined],
  ['5', undefined],
  ['1d', undefined],
  ['-5m', undefined],
  ['1.2.3h', undefined],
])('parseDuration of %j returns %s', (text, expected) => {
  expect(parseDuration(text)).toBe(expected);
});
