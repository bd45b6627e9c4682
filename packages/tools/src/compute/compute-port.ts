import type { Principal } from '@shipmate/core';
import type { ComputeArguments, ComputeResult, ComputeTaskName } from './compute-tasks.ts';

/** The organization on whose behalf a task runs, and the signal that aborts it. */
export interface ComputeCaller {
  readonly principal: Pick<Principal, 'organizationId'>;
  readonly signal: AbortSignal;
}

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
    caller: ComputeCaller,
  ): Promise<ComputeResult<Name>>;
}
