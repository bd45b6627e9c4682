import type { AppError } from '@shipmate/core';
import type { SharedValue } from './shared-texts.ts';

/** The result of a task, or the error that it threw. */
export type ThreadAnswer =
  | { readonly shared: SharedValue }
  | { readonly error: Pick<AppError, 'code' | 'message' | 'details' | 'recoverable'> };
