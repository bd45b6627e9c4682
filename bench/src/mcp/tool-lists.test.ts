import { expect, it } from 'vitest';
import { toolListBounds } from '../bounds.ts';
import { measureToolLists } from './tool-lists.ts';

it('measureToolLists counts the tokens of lists, and those with a bound are within it', async () => {
  const lists = await measureToolLists();
  expect(lists.every(({ tools, tokens }) => tools > 0 && tokens > 50 * tools)).toBe(true);
  for (const { query, maxTokens } of toolListBounds) {
    expect(lists.find((list) => list.query === query)?.tokens).toBeLessThanOrEqual(maxTokens);
  }
});
