import { AppError } from '@shipmate/core';
import { RE2JS, type RE2JS as LinearPattern } from 're2js';

/** The lines that are wanted: regular expressions in RE2 syntax; text that is no regular expression is searched as it is. */
export interface LinePatterns {
  readonly grep: string | undefined;
  readonly exclude: string | undefined;
}

/**
 * Creates a test for the wanted lines; upper and lower case are the same. Its time grows with the length of the line, whatever the
 * patterns are.
 *
 * @throws AppError `VALIDATION_ERROR` for a pattern that RE2 does not have, such as a lookahead.
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
