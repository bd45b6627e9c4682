import type { Principal } from '@shipmate/core';
import type { Run } from '@shipmate/domain/run';
import { found, notFound } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import { ownedBy, requireId } from '../../tenancy/tenancy.ts';
import { toRun } from './run-row.ts';

/** Returns a run of the principal. @throws AppError `NOT_FOUND` */
export async function getRun(executor: Executor, principal: Principal, runId: string): Promise<Run> {
  requireId(runId, 'run');
  const only = principal.scope?.runId;
  if (only !== undefined && only !== runId) throw notFound('run');
  const row = await executor
    .selectFrom('run')
    .selectAll()
    .where((eb) => eb.and({ ...ownedBy(principal), id: runId }))
    .executeTakeFirst();
  return toRun(found(row, 'run'));
}
