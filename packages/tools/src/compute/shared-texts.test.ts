import { describe, expect, it } from 'vitest';
import { readSharedTexts, shareTexts } from './shared-texts.ts';

const long = 'é: 1\n'.repeat(300_000);
const wide = `${long}${'日本 \uD800 🚢\n'.repeat(1_000)}`;

describe('shareTexts', () => {
  it.each([
    ['a long text', [long, { depth: 2 }], 1],
    ['a long text beyond Latin-1, with half a surrogate pair', [null, wide], 1],
    [
      'long texts in a map',
      [
        [{ kind: 'A' }],
        new Map([
          ['v1', long],
          ['v2', 'short'],
          ['v3', wide],
        ]),
      ],
      2,
    ],
    ['short values only', ['short', 1, new Map([['v1', 'short']]), undefined], 0],
  ])('shares %s and gives the same arguments back', async (_, given, count) => {
    const shared = await shareTexts(given, new AbortController().signal);
    expect(shared.texts).toHaveLength(count);
    expect(JSON.stringify(shared.args).length).toBeLessThan(1_000);
    expect(readSharedTexts(structuredClone(shared))).toEqual(given);
  });
});
