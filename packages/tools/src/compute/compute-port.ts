import type { ToolExecutionContext } from '@shipmate/core';
import type { ComputeArguments, ComputeResult, ComputeTaskName } from './compute-tasks.ts';

/** Whose work it is, and the signal that ends it. */
export type ComputeCaller = Pick<ToolExecutionContext, 'principal' | 'signal'>;

/**
 * Runs work on text and objects without holding up the event loop.
 *
 * **Contract.** Short inputs are worked on at once, long ones in a worker thread with a deadline and a memory limit; organizations
 * share the threads fairly.
 *
 * @example
 * const objects = await compute.run('readManifests', [manifest], { principal, signal });
 */
export interface ComputePort {
  /**
   * @throws AppError as the task does, and `ABORTED` once the signal fires, `TIMEOUT` after the deadline, `RATE_LIMITED` when too much
   * work of the organization is waiting, `PAYLOAD_TOO_LARGE` when the work needs too much memory.
   */
  run<Name extends ComputeTaskName>(
    name: Name,
    args: ComputeArguments<Name>,
    caller: ComputeCaller,
  ): Promise<ComputeResult<Name>>;
}
