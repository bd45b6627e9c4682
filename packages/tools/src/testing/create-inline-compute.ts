import type { ComputePort } from '../compute/compute-port.ts';
import { runTask } from '../compute/compute-tasks.ts';

/** Creates a compute port for tests that runs every task in this thread and needs no closing. */
export function createInlineCompute(): ComputePort {
  return { run: (name, args) => runTask({ name, args }) };
}
