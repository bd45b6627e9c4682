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
    ['long texts in an array of an object', { chunks: [long, 'short', wide], isComplete: true }, 2],
    ['a long text under the name of a setter', JSON.parse(`{"__proto__": ${JSON.stringify(long)}}`), 1],
    ['a long text alone', long, 1],
    ['short values only', ['short', 1, new Map([['v1', 'short']]), undefined], 0],
  ])('shares %s and returns an equal value', async (_, given, count) => {
    const shared = await shareTexts(given, new AbortController().signal);
    expect(shared.texts).toHaveLength(count);
    expect(JSON.stringify(shared.value).length).toBeLessThan(1_000);
    expect(await readSharedTexts(structuredClone(shared))).toEqual(given);
  });

  it('copies texts with their value that are deeper, or beside more than 1,000 others', async () => {
    const given = [{ a: { b: long } }, [long, ...Array.from({ length: 1_000 }, () => 'short')]];
    expect(await shareTexts(given)).toEqual({ value: given, texts: [] });
  });
});
