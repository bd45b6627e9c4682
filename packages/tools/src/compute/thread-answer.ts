import type { AppError } from '@shipmate/core';

/** The result of a task, or the error that it threw. */
export type ThreadAnswer =
  | { readonly value: unknown }
  | { readonly error: Pick<AppError, 'code' | 'message' | 'details' | 'recoverable'> };
