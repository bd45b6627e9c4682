import { AppError } from '@shipmate/core';
import { type ComputeCall, runTask } from './compute-tasks.ts';
import type { ThreadAnswer } from './thread-answer.ts';

/** Runs a task in a worker thread. An AppError crosses the threads as data, because a cloned error loses its code. */
export async function work(call: ComputeCall): Promise<ThreadAnswer> {
  try {
    return { value: await runTask(call) };
  } catch (thrown) {
    if (!AppError.isInstance(thrown)) throw thrown;
    const { code, message, details, recoverable } = thrown;
    return { error: { code, message, details, recoverable } };
  }
}
