import { expect, it } from 'vitest';
import { isChord, paletteChord } from './chord.ts';

const plain = { key: 'k', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

it.each([
  [{ ctrlKey: true }, true],
  [{ metaKey: true }, true],
  [{ ctrlKey: true, key: 'K' }, true],
  [{}, false],
  [{ ctrlKey: true, key: 'j' }, false],
  [{ ctrlKey: true, shiftKey: true }, false],
  [{ metaKey: true, altKey: true }, false],
])('isChord checks %j', (change, expected) => {
  expect(isChord(paletteChord, { ...plain, ...change })).toBe(expected);
});
