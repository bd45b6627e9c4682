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
  for (const { 0: token, index } of text.matchAll(/(?<![^/])\*\*\/|\*\*|[^]/gu)) {
    if (token === '{' && closing > index) {
      expression += '(?:';
      depth += 1;
    } else if (token === '}' && depth > 0) {
      expression += ')';
      depth -= 1;
    } else expression += token === ',' && depth > 0 ? '|' : toTokenExpression(token);
  }
  return `^${expression}${')'.repeat(depth)}$`;
}

const wildcards: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };

function toTokenExpression(token: string): string {
  if (Object.hasOwn(wildcards, token)) return wildcards[token] ?? '';
  return /[\p{L}\p{N}_/]/u.test(token) ? token : `\\${token}`;
}
