import { AppError } from '@shipmate/core';

/**
 * A space, or a piece of a word: in single quotes, in double quotes, or plain. None contains a character that
 * a shell interprets.
 */
const piece = /(?<space>[ \t]+)|'(?<single>[^']*)'|"(?<double>[^"$`\\]*)"|(?<plain>[^\s'"$`;|&<>()\\*?{}[\]!#~]+)/y;

/**
 * Splits a command into words by spaces and quotes only.
 *
 * @throws AppError `VALIDATION_ERROR` that names any other character that a shell interprets.
 */
export function splitCommand(command: string): readonly string[] {
  const text = command.trim();
  const words: string[] = [];
  let isInWord = false;
  for (let at = 0; at < text.length; at = piece.lastIndex) {
    piece.lastIndex = at;
    const { space, single, double, plain } = piece.exec(text)?.groups ?? {};
    const part = single ?? double ?? plain;
    if (space === undefined && part === undefined) throw refuseCharacter(text.charAt(at));
    if (part !== undefined) words.push(isInWord ? (words.pop() ?? '') + part : part);
    isInWord = part !== undefined;
  }
  return words;
}

function refuseCharacter(character: string): AppError {
  const why =
    character === "'" || character === '"'
      ? 'is not closed, or contains a character that a shell interprets'
      : 'is interpreted by a shell';
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `The command is refused: ${JSON.stringify(character)} ${why}, and there is no shell. Write one plain kubectl command; put JSON into single quotes.`,
    details: { field: 'command' },
  });
}
