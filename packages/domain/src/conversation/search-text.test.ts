import { expect, it } from 'vitest';
import { toExcerpt, toSearchWords } from './search-text.ts';

const long = `${'lorem ipsum '.repeat(20)}then add Redis as a dependency ${'dolor sit '.repeat(30)}`;

it('toSearchWords splits a query at white space and reads eight words', () => {
  expect(toSearchWords('  add\tRedis ')).toEqual(['add', 'Redis']);
  expect(toSearchWords('')).toEqual([]);
  expect(toSearchWords('1 2 3 4 5 6 7 8 9')).toHaveLength(8);
});

it.each([
  ['a short text whole, on one line', 'Add\n  redis', ['redis'], 'Add redis'],
  ['the beginning when no word is in it', 'Add redis', ['postgres'], 'Add redis'],
  ['nothing of nothing', '', ['redis'], ''],
])('toExcerpt returns %s', (...[, text, words, expected]) => {
  expect(toExcerpt(text, words)).toBe(expected);
});

it('toExcerpt returns the words with the text around them, cut at a word', () => {
  const excerpt = toExcerpt(long, ['redis', 'dependency']);
  expect(excerpt).toMatch(/^… (lorem|ipsum) .*then add Redis as a dependency dolor .* …$/);
  expect(excerpt.length).toBeLessThan(170);
});

it('toExcerpt shows a word in a text without spaces', () => {
  expect(toExcerpt('x'.repeat(500) + 'redis', ['redis'])).toContain('redis');
});
