import { describe, expect, it } from 'vitest';
import { createLineFilter } from './line-filter.ts';

const filter = (grep?: string, exclude?: string) => createLineFilter({ grep, exclude });

describe('createLineFilter', () => {
  it.each([
    ['no pattern', undefined, undefined, true],
    ['a word in other case', 'error', undefined, true],
    ['an alternative', 'timeout|refused', undefined, true],
    ['a class and an anchor', '^\\w+: .*\\d{4}$', undefined, true],
    ['an absent word', 'warning', undefined, false],
    ['an excluded line', 'error', 'refused', false],
    ['text that is no regular expression', '[refused (', undefined, true],
  ])('tests a line with %s', (_, grep, exclude, isWanted) => {
    expect(filter(grep, exclude)('ERROR: connection [refused (port 5432')).toBe(isWanted);
  });

  it.each(['(.*)*\u0001', '(a+)+$', '(a|a)*b', '(?:a?){500}a{500}'])(
    'tests a million characters with %s before the test times out',
    (grep) => {
      expect(filter(grep)(`${'a'.repeat(1_000_000)}!`)).toBe(grep.startsWith('(?:'));
    },
  );

  it.each([
    ['grep', '(?=a)b'],
    ['grep', '(a)\\1'],
    ['exclude', '(?<!x)y'],
    ['exclude', '(x{1000}){1000}'],
  ])('refuses what RE2 does not have: %s %s', (field, pattern) => {
    const patterns = { grep: undefined, exclude: undefined, [field]: pattern };
    expect(() => createLineFilter(patterns)).toThrowError(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        message: expect.stringContaining(`"${field}" is a regular expression that RE2 does not support`),
        details: { field },
      }),
    );
  });
});
