import { AppError } from '@shipmate/core';

/**
 * Returns the error for rows that do not exist or belong to another tenant, so that callers cannot distinguish the two.
 */
export function notFound(noun: string): AppError {
  return new AppError({ code: 'NOT_FOUND', message: `${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found.` });
}

/** Returns the value. @throws AppError `NOT_FOUND` when it is undefined. */
export function found<Value>(value: Value | undefined, noun: string): Value {
  if (value === undefined) throw notFound(noun);
  return value;
}
