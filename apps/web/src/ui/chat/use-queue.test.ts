import { expect, it } from 'vitest';
import { parseQueue } from './use-queue.ts';

it.each([
  ['stored messages', '["one","two"]', ['one', 'two']],
  ['nothing', null, []],
  ['text that is not JSON', '["one"', []],
  ['JSON of another shape', '[{"text":"one"}]', []],
])('parseQueue reads %s', (_, stored, messages) => {
  expect(parseQueue(stored)).toEqual(messages);
});

it('parseQueue reads at most ten messages', () => {
  expect(parseQueue(JSON.stringify(Array.from({ length: 50 }, String)))).toHaveLength(10);
});
