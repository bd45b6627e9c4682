import { leaseLost, type LeaseRequest, type RunWriter } from '@shipmate/domain/run';
import { AppError } from '@shipmate/core';
import { sql, type RawBuilder } from 'kysely';
import { found } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';

/** What a run is set to that somebody executes from now on. */
export function leaseFor({ owner, seconds }: LeaseRequest) {
  return { status: 'running' as const, lease_owner: owner, ...leaseTimes(seconds) };
}

/** The times of a lease that lasts from now on, by the database's clock. */
export function leaseTimes(seconds: number) {
  return {
    lease_expires_at: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds}::float8)`,
    heartbeat_at: sql<Date>`clock_timestamp()`,
  };
}

/** What a run is set to that nobody executes. */
export const noLease = { lease_owner: null, lease_expires_at: null };

/** Holds for a run that the writer may write to. */
export function belongsTo({ runId, owner }: RunWriter): RawBuilder<boolean> {
  return sql<boolean>`id = ${runId}::uuid and lease_owner is not distinct from ${owner ?? null}::text and ended_at is null`;
}

/** Takes the run's row, or says why the writer may not write: until the transaction ends, nobody else gets its lease. */
export async function lockRun(transaction: Executor, writer: RunWriter): Promise<void> {
  const row = await transaction.selectFrom('run').select('id').where(belongsTo(writer)).forUpdate().executeTakeFirst();
  if (!row) throw await whyNot(transaction, writer);
}

/** Why nothing could be written to a run. */
export async function whyNot(executor: Executor, { runId }: RunWriter): Promise<AppError> {
  const run = await executor
    .selectFrom('run')
    .select(['status', 'ended_at'])
    .where('id', '=', runId)
    .executeTakeFirst();
  const { status, ended_at: endedAt } = found(run, 'run');
  if (endedAt === null) return leaseLost();
  return new AppError({ code: 'CONFLICT', message: `The run has ended already: ${status}.` });
}
