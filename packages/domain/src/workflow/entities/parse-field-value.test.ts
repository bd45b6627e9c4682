import { expect, it } from 'vitest';
import { parseFieldValue } from './parse-field-value.ts';

const field = { name: 'due_at', type: 'timestamp', isNullable: true, isWritable: true } as const;

it.each([
  ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['2026-01-31T12:00:00+02:00', '2026-01-31T10:00:00.000Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
])('parseFieldValue converts the time %s', (text, expected) => {
  expect(parseFieldValue(field, text)).toBe(expected);
});

it.each(['0000-01-01', '9999-12-31T23:59:59-12:00', '0001-01-01T00:00:00+02:00', '2026-13-01'])(
  'parseFieldValue refuses the time %s, which a database cannot store',
  (text) => {
    expect(() => parseFieldValue(field, text)).toThrow('must be of type timestamp');
  },
);
