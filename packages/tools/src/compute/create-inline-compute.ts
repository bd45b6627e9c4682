import type { ComputePort } from './compute-port.ts';
import { runTask } from './compute-tasks.ts';

/** Creates a compute port that runs every task in this thread, for tests and programs with one user. It needs no closing. */
export function createInlineCompute(): ComputePort {
  return { run: (name, args) => runTask({ name, args }) };
}
