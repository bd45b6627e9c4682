import { AppError } from '@shipmate/core';
import { type ComputeArguments, type ComputeTaskName, runTask } from './compute-tasks.ts';
import { readSharedTexts, type SharedValue, shareTexts } from './shared-texts.ts';
import type { ThreadAnswer } from './thread-answer.ts';

/** One call of a task in a thread. */
export interface ThreadCall {
  readonly name: ComputeTaskName;
  /** The arguments. */
  readonly shared: SharedValue;
}

/** Runs a task in a worker thread. An AppError crosses the threads as data, because a cloned error loses its code. */
export async function work({ name, shared }: ThreadCall): Promise<ThreadAnswer> {
  try {
    const args = (await readSharedTexts(shared)) as ComputeArguments<ComputeTaskName>;
    return { shared: await shareTexts(await runTask({ name, args })) };
  } catch (thrown) {
    if (!AppError.isInstance(thrown)) throw thrown;
    const { code, message, details, recoverable } = thrown;
    return { error: { code, message, details, recoverable } };
  }
}
