import { leaseLost, type LeaseRequest, type RunWriter } from '@shipmate/domain/run';
import { AppError } from '@shipmate/core';
import { sql, type RawBuilder } from 'kysely';
import { found } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';

/** Returns the columns of a run that gets a lease. */
export function leaseFor({ owner, seconds }: LeaseRequest) {
  return { status: 'running' as const, lease_owner: owner, wake_at: null, ...leaseTimes(seconds) };
}

/** Returns the times of a lease that starts now, by the database's clock. */
export function leaseTimes(seconds: number) {
  return {
    lease_expires_at: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds}::float8)`,
    heartbeat_at: sql<Date>`clock_timestamp()`,
  };
}

/** The columns of a run without a lease. */
export const noLease = { lease_owner: null, lease_expires_at: null, wake_at: null };

/**
 * A condition that is true for a run whose lease the writer owns. It selects by id alone: `ended_at is null` would also match the indexes
 * of unended runs, and while those were few, PostgreSQL chooses one and reads every unended run for a write.
 */
export function belongsTo({ runId, owner }: RunWriter): RawBuilder<boolean> {
  return sql<boolean>`id = ${runId}::uuid and lease_owner is not distinct from ${owner ?? null}::text
    and coalesce(ended_at, 'infinity') = 'infinity'`;
}

/**
 * Locks the run's row until the transaction ends, so that nothing else takes its lease. @throws AppError unless the
 * writer owns the lease
 */
export async function lockRun(transaction: Executor, writer: RunWriter): Promise<void> {
  const row = await transaction.selectFrom('run').select('id').where(belongsTo(writer)).forUpdate().executeTakeFirst();
  if (!row) throw await whyNot(transaction, writer);
}

/** Returns the reason why nothing could be written to a run. */
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
