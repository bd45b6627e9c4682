import { AppError } from '@shipmate/core';

/** The error for what is absent, and for what is another tenant's: the caller cannot tell which. */
export function notFound(noun: string): AppError {
  return new AppError({ code: 'NOT_FOUND', message: `There is no such ${noun}.` });
}

/** Returns the value, unless there is none: then it throws `NOT_FOUND`. */
export function found<Value>(value: Value | undefined, noun: string): Value {
  if (value === undefined) throw notFound(noun);
  return value;
}
