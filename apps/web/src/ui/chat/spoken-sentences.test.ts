import { expect, test } from 'vitest';
import { readSentences } from './spoken-sentences.ts';

test('readSentences reads complete sentences once, whatever the size of the deltas', () => {
  const text = 'The **pod** restarts. It needs 1.5 GiB of memory, see [the docs](https://a.example). Raise it';
  const spoken: string[] = [];
  let to = 0;
  for (let length = 1; length <= text.length; length += 1) {
    const reading = readSentences(text.slice(0, length), { from: to, isComplete: false });
    to = reading.to;
    if (reading.spoken !== '') spoken.push(reading.spoken);
  }
  expect(spoken).toEqual(['The pod restarts.', 'It needs 1.5 GiB of memory, see the docs.']);
  expect(readSentences(text, { from: to, isComplete: true })).toEqual({ spoken: 'Raise it', to: text.length });
});

test('readSentences leaves out the marks of lists, headings, tables and code', () => {
  const text = '## Cause\n- `checkout` is OOMKilled\n| a | b |\n```yaml\nlimits: 1\n```\n';
  expect(readSentences(text, { from: 0, isComplete: false }).spoken).toBe('Cause checkout is OOMKilled a b limits: 1');
});
