import { expect, it } from 'vitest';
import { parseDuration } from './token-create.ts';

it.each([
  ['1m', 60_000],
  ['12h', 43_200_000],
  ['90d', 7_776_000_000],
])('parseDuration reads %s', (text, expected) => {
  expect(parseDuration(text)).toBe(expected);
});

it.each(['', '0d', '-1h', '1.5h', '10', 'd', '1w', '1 d', '9999999d'])('parseDuration refuses "%s"', (text) => {
  expect(() => parseDuration(text)).toThrow(/is not a duration/);
});
