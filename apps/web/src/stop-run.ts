import type { RunExecutor } from '@shipmate/agents';
import type { Principal } from '@shipmate/core';
import type { Run, UnitOfWork } from '@shipmate/domain';

/** What {@link stopRun} needs. */
export interface StopRunOptions {
  readonly unitOfWork: UnitOfWork;
  readonly runs: Pick<RunExecutor, 'stop'>;
}

/** Stops a run unless it has ended. A conversation has no two runs at once, so the one that goes on is meant. */
export async function stopRun(
  { unitOfWork, runs }: StopRunOptions,
  principal: Principal,
  { id, conversationId }: Run,
): Promise<void> {
  const active = await unitOfWork.stores.runs.findActive(principal, conversationId);
  if (active?.id === id) await runs.stop(principal, conversationId);
}
