import { describe, expect, it } from 'vitest';
import { createLineFilter } from './line-filter.ts';

const filter = (patterns: { readonly grep?: string; readonly exclude?: string }) =>
  createLineFilter({ grep: undefined, exclude: undefined, ...patterns });

describe('createLineFilter', () => {
  it.each([
    ['no pattern', {}, true],
    ['a word in other case', { grep: 'error' }, true],
    ['an alternative', { grep: 'timeout|refused' }, true],
    ['a class and an anchor', { grep: '^\\w+: .*\\d{4}$' }, true],
    ['an absent word', { grep: 'warning' }, false],
    ['an excluded word', { grep: 'error', exclude: 'refused' }, false],
    ['text that is no regular expression', { grep: '[refused (' }, true],
  ])('tests a line with %s', (_, patterns, isWanted) => {
    expect(filter(patterns)('ERROR: connection [refused (port 5432')).toBe(isWanted);
  });

  it.each([
    ['(.*)*\u0001', false],
    ['(a+)+$', false],
    ['(a|a)*b', false],
    ['(?:a?){500}a{500}', true],
  ])('tests a million characters with %s before the test times out', { timeout: 20_000 }, (grep, isWanted) => {
    expect(filter({ grep })(`${'a'.repeat(1_000_000)}!`)).toBe(isWanted);
  });

  it.each([
    ['grep', '(?=a)b'],
    ['grep', '(a)\\1'],
    ['exclude', '(?<!x)y'],
    ['exclude', '(x{1000}){1000}'],
  ])('rejects syntax that RE2 does not support: %s %s', (field, pattern) => {
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
