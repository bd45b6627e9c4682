import type { ComputePort } from './compute-port.ts';
import type { ComputeArguments, ComputeResult, ComputeTaskName } from './compute-tasks.ts';

/** Creates a compute port that runs every task in this thread, for tests and programs with one user. It needs no closing. */
export function createInlineCompute(): ComputePort {
  return {
    async run<Name extends ComputeTaskName>(name: Name, args: ComputeArguments<Name>): Promise<ComputeResult<Name>> {
      const { runTask } = await import('./compute-tasks.ts');
      return runTask({ name, args });
    },
  };
}
