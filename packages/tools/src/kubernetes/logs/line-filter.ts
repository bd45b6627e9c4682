import { AppError } from '@shipmate/core';
import { RE2JS, type RE2JS as LinearPattern } from 're2js';

/** Patterns of the lines to keep: regular expressions in RE2 syntax; an invalid expression is searched literally. */
export interface LinePatterns {
  readonly grep: string | undefined;
  readonly exclude: string | undefined;
}

/**
 * Creates a case-insensitive test for matching lines. Its time is linear in the length of the line for any pattern.
 *
 * @throws AppError `VALIDATION_ERROR` for a pattern that RE2 does not support, such as a lookahead.
 */
export function createLineFilter({ grep, exclude }: LinePatterns): (line: string) => boolean {
  const wanted = grep === undefined ? undefined : toPattern(grep, 'grep');
  const unwanted = exclude === undefined ? undefined : toPattern(exclude, 'exclude');
  return (line) => (wanted?.test(line) ?? true) && !(unwanted?.test(line) ?? false);
}

function toPattern(text: string, field: string): LinearPattern {
  try {
    return RE2JS.compile(text, RE2JS.CASE_INSENSITIVE);
  } catch (cause) {
    if (!isRegularExpression(text)) return RE2JS.compile(RE2JS.quote(text), RE2JS.CASE_INSENSITIVE);
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: `"${field}" is a regular expression that RE2 does not support: use no lookahead, lookbehind or backreference, and repeat at most 1,000 times.`,
      details: { field },
      cause,
    });
  }
}

function isRegularExpression(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}
