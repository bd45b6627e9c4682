import { stopRemediation, type RunExecutor, type RunLog } from '@shipmate/agents';
import type { Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { Run } from '@shipmate/domain/run';

/** Options for {@link stopRun}. */
interface StopRunOptions {
  readonly unitOfWork: UnitOfWork;
  readonly runs: Pick<RunExecutor, 'stop'>;
  readonly runLog: Pick<RunLog, 'tail'>;
}

/** Stops a run unless it has ended. A conversation has at most one active run, which is the one that is stopped. */
export async function stopRun(
  { unitOfWork, runs, runLog }: StopRunOptions,
  principal: Principal,
  { id, kind, conversationId }: Run,
): Promise<void> {
  if (kind === 'rule_execution' || kind === 'code_index')
    return void (await unitOfWork.stores.runs.requestStop(principal, id));
  if (conversationId === null) return void (await stopRemediation({ unitOfWork, runLog }, principal, id));
  const active = await unitOfWork.stores.runs.findActive(principal, conversationId);
  if (active?.id === id) await runs.stop(principal, conversationId);
}
