import { AppError, type Principal } from '@shipmate/core';
import type { CheckpointPlace, GitCheckpointPort } from '@shipmate/tools/git';
import type { RunWork } from '../../run/execute/run-kind.ts';
import type { TurnCheckpoints } from '../answer/record-loop.ts';

/** Options for {@link createJobCheckpoints}. */
interface JobCheckpointsOptions {
  readonly workTrees: GitCheckpointPort;
  readonly principal: Principal;
  readonly work: Pick<RunWork, 'run' | 'signal' | 'logger'>;
  readonly place: () => CheckpointPlace;
}

/**
 * Keeps the files of a job before the calls of each turn. A turn whose files cannot be kept has no checkpoint, which the log of the process
 * says; the job continues.
 */
export function createJobCheckpoints({ workTrees, principal, work, place }: JobCheckpointsOptions): TurnCheckpoints {
  const { run, signal, logger } = work;
  /** Undefined while files may have changed since. */
  let last: Awaited<ReturnType<GitCheckpointPort['saveCheckpoint']>> | undefined;

  async function save() {
    const started = performance.now();
    const saved = await workTrees.saveCheckpoint(place(), signal);
    const { leftOut } = saved;
    logger.debug('checkpoint', { runId: run.id, ms: Math.round(performance.now() - started), leftOut });
    return saved;
  }

  return {
    changing() {
      last = undefined;
    },
    async beforeCalls(turn) {
      try {
        last ??= await save();
      } catch (thrown) {
        if (!AppError.isInstance(thrown) || signal.aborted) throw thrown;
        logger.warn('the files of a job are not kept before this step', { runId: run.id, turn, error: thrown });
        return undefined;
      }
      const { head: headCommit, tree } = last;
      return ({ repositoryJobs }) => repositoryJobs.addCheckpoint(principal, run.id, { turn, headCommit, tree });
    },
  };
}
