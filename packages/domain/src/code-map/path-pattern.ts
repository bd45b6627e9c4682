import { AppError } from '@shipmate/core';

const maxLength = 200;

/**
 * Converts a path pattern to a regular expression that engines without backtracking match, anchored at both ends. `*` and `?` match
 * within a folder, `**` matches folders, `{a,b}` one of several texts. Dots in names match like other characters.
 *
 * @throws AppError `VALIDATION_ERROR` for a pattern of more than 200 characters.
 */
export function toPathExpression(pattern: string): string {
  if (pattern.length > maxLength) {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: `The path pattern "${pattern.slice(0, 20)}…" has more than ${maxLength} characters. Shorten it.`,
    });
  }
  const text = pattern.replace(/^\.?\//u, '');
  const closing = text.lastIndexOf('}');
  let [expression, depth] = ['', 0];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (text.startsWith('**/', at) && (at === 0 || text[at - 1] === '/')) {
      expression += '(?:.*/)?';
      at += 2;
    } else if (text.startsWith('**', at)) {
      expression += '.*';
      at += 1;
    } else if (character === '*') expression += '[^/]*';
    else if (character === '?') expression += '[^/]';
    else if (character === '{' && closing > at) {
      expression += '(?:';
      depth += 1;
    } else if (character === '}' && depth > 0) {
      expression += ')';
      depth -= 1;
    } else if (character === ',' && depth > 0) expression += '|';
    else expression += /[\p{L}\p{N}_/]/u.test(character) ? character : `\\${character}`;
  }
  return `^${expression}${')'.repeat(depth)}$`;
}
