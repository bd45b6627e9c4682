import { AppError } from '@shipmate/core';

/** What a shell would do something with. Within single quotes it would not. */
const meaning = /[$`;|&<>()\\\n\r*?{}[\]!#~]/;

/**
 * Splits a command into words by spaces and quotes, and that is all.
 *
 * @throws AppError `VALIDATION_ERROR` for whatever else means something to a shell, which it names.
 */
export function splitCommand(command: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (const character of command.trim()) {
    if (quote !== undefined) {
      if (character === quote) quote = undefined;
      else if (quote === '"' && /[$`\\]/.test(character)) throw refuse(character);
      else word = (word ?? '') + character;
    } else if (character === "'" || character === '"') {
      quote = character;
      word ??= '';
    } else if (character === ' ' || character === '\t') {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (meaning.test(character)) {
      throw refuse(character);
    } else word = (word ?? '') + character;
  }
  if (quote !== undefined) throw refuse(quote, 'is not closed');
  return word === undefined ? words : [...words, word];
}

function refuse(character: string, why = 'means something to a shell, and there is none'): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `The command is refused: ${JSON.stringify(character)} ${why}. Write one plain kubectl command; put JSON into single quotes.`,
    details: { field: 'command' },
  });
}
