import type { ToolExecutionContext } from '@shipmate/core';

/** The principal on whose behalf work is done, and the signal that aborts it. */
export type ToolCaller = Pick<ToolExecutionContext, 'principal' | 'signal'>;
