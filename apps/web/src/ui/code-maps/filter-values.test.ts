import { expect, it } from 'vitest';
import { describeFilters, toDepth, toPatterns } from './filter-values.ts';

it.each([
  ['', {}],
  [' src/**, docs/*.md ', { pathPatterns: ['src/**', 'docs/*.md'] }],
  ['src/*.{ts,tsx}, docs', { pathPatterns: ['src/*.{ts,tsx}', 'docs'] }],
  ['a\nb', { pathPatterns: ['a', 'b'] }],
])('toPatterns of %j is %o', (text, patterns) => {
  expect(toPatterns('pathPatterns', text)).toEqual(patterns);
});

it('toDepth reads whole numbers only', () => {
  expect([toDepth('maxDepth', ' 3'), toDepth('minDepth', ''), toDepth('minDepth', '-1')]).toEqual([
    { maxDepth: 3 },
    {},
    {},
  ]);
});

it('describeFilters names every filter', () => {
  expect(describeFilters({})).toBe('');
  expect(describeFilters({ pathPatterns: ['src/**'], excludePaths: ['**/*.md'], languages: ['go'], maxDepth: 2 })).toBe(
    'src/** · without **/*.md · go · depth 0 to 2',
  );
});
