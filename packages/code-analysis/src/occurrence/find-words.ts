import type { TextRange } from '../structure/code-structure.ts';
import { maxPlaces } from './occurrence.ts';

const wordCharacter = /[\p{L}\p{N}_$]/u;

/** Finds a name as a whole word, in linear time. */
export function findWords(text: string, name: string): TextRange[] {
  const found: TextRange[] = [];
  let start = text.indexOf(name);
  while (start >= 0 && found.length < maxPlaces) {
    const end = start + name.length;
    if (!isWordAt(text, start - 1) && !isWordAt(text, end)) found.push({ start, end });
    start = text.indexOf(name, end);
  }
  return found;
}

function isWordAt(text: string, at: number): boolean {
  return wordCharacter.test(text.charAt(at));
}
