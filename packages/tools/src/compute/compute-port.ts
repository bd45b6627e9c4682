import type { ToolCaller } from '../context/tool-caller.ts';
import type { ComputeArguments, ComputeResult, ComputeTaskName } from './compute-tasks.ts';

/**
 * Runs work on text and objects without blocking the event loop.
 *
 * **Contract.** Short inputs are processed at once, long ones in a worker thread with a deadline and a memory limit; organizations
 * share the threads fairly.
 *
 * @example
 * const objects = await compute.run('readManifests', [manifest], { principal, signal });
 */
export interface ComputePort {
  /**
   * @throws AppError as the task does, and `ABORTED` once the signal fires, `TIMEOUT` after the deadline, `RATE_LIMITED` when too much
   * work of the organization is queued, `PAYLOAD_TOO_LARGE` when the work needs too much memory.
   */
  run<Name extends ComputeTaskName>(
    name: Name,
    args: ComputeArguments<Name>,
    caller: ToolCaller,
  ): Promise<ComputeResult<Name>>;
}
