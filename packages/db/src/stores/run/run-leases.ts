import { AppError } from '@shipmate/core';
import type { ClaimLimits, LeaseRequest, Run, RunLeases } from '@shipmate/domain/run';
import { sql, type RawBuilder } from 'kysely';
import { inTransaction, type Executor } from '../../executor/executor.ts';
import type { Announce } from '../../notify/topic.ts';
import { requireId } from '../../tenancy/tenancy.ts';
import { belongsTo, leaseFor, leaseTimes, noLease, whyNot } from './run-lease-columns.ts';
import { toRun } from './run-row.ts';

/** True when all pending approvals of a run have expired; the run then resumes without them. */
const waitsInVain = sql`(
  exists (select from approval where run_id = candidate.id and status in ('pending', 'expired'))
  and not exists (
    select from approval where run_id = candidate.id and status = 'pending' and expires_at > clock_timestamp())
  and not exists (select from tool_call where run_id = candidate.id and status = 'unknown')
)`;

/** True for a run that may be claimed. The first line is the predicate of the index over runs that have not ended. */
const isClaimable = sql<boolean>`ended_at is null and (
  status = 'queued'
  or (status = 'running' and (lease_expires_at is null or lease_expires_at <= clock_timestamp()))
  or (status = 'waiting' and (stop_requested_at is not null or wake_at <= clock_timestamp() or ${waitsInVain}))
)`;

/** The key of the advisory lock for counting before claiming, which must be unique in the database. */
const claimLock = 7_302_118_455;

async function claimWhere(
  executor: Executor,
  lease: LeaseRequest,
  { which, kinds }: Pick<ClaimLimits, 'kinds'> & { readonly which?: RawBuilder<boolean> },
): Promise<Run | undefined> {
  const row = await executor
    .updateTable('run')
    .set((eb) => ({ ...leaseFor(lease), attempt: eb('attempt', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('run as candidate')
        .select('candidate.id')
        .where(isClaimable)
        .where(which ?? sql<boolean>`true`)
        .$if(kinds !== undefined, (query) => query.where('candidate.kind', 'in', kinds ?? []))
        .orderBy('candidate.created_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
  return row && toRun(row);
}

/**
 * Returns the organizations with runs that may be claimed: those with the fewest active runs first, of equals the one whose
 * run is the oldest. The index over claims is read once for each organization, so that the cost does not grow with the
 * number of queued runs.
 */
async function listClaimable(
  executor: Executor,
  { perOrganization, kinds }: ClaimLimits,
): Promise<readonly { readonly id: string }[]> {
  const isExecutable = kinds === undefined ? sql`true` : sql`kind = any(${kinds})`;
  const isBelowLimit = perOrganization === undefined ? sql`true` : sql`coalesce(active.runs, 0) < ${perOrganization}`;
  const { rows } = await sql<{ readonly id: string }>`
    with recursive organization_with_runs(id) as (
      (select organization_id from run where ended_at is null order by organization_id limit 1)
      union all
      select (
        select organization_id from run
        where ended_at is null and organization_id > organization_with_runs.id order by organization_id limit 1
      )
      from organization_with_runs where id is not null
    ),
    active as (
      select organization_id, count(*) as runs from run
      where ended_at is null and status = 'running' and lease_expires_at > clock_timestamp()
      group by organization_id
    )
    select organization_with_runs.id
    from organization_with_runs
    cross join lateral (
      select created_at from run as candidate
      where organization_id = organization_with_runs.id and ${isClaimable} and ${isExecutable}
      order by created_at limit 1
    ) as oldest
    left join active on active.organization_id = organization_with_runs.id
    where ${isBelowLimit}
    order by coalesce(active.runs, 0), oldest.created_at`.execute(executor);
  return rows;
}

/** Claims the oldest run of the first organization that has one. Runs that another executor is claiming are skipped. */
async function claimFairly(executor: Executor, lease: LeaseRequest, limits: ClaimLimits): Promise<Run | undefined> {
  for (const { id } of await listClaimable(executor, limits)) {
    const which = sql<boolean>`candidate.organization_id = ${id}::uuid`;
    const run = await claimWhere(executor, lease, { which, kinds: limits.kinds });
    if (run !== undefined) return run;
  }
  return undefined;
}

/** Creates the operations of `RunStore` on leases. */
export function createRunLeases(executor: Executor, announce: Announce): RunLeases {
  return {
    async release(lease, release) {
      const status = typeof release === 'string' ? release : 'waiting';
      const wake = typeof release === 'string' ? {} : { wake_at: inMilliseconds(release.wakeInMs) };
      await inTransaction(executor, async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('run')
          .set({ ...noLease, ...wake, status, attempt: 0 })
          .where(belongsTo(lease))
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw await whyNot(transaction, lease);
      });
      if (status === 'queued') announce('queued');
    },

    async claim(runId, lease, { kinds } = {}) {
      requireId(runId, 'run');
      return claimWhere(executor, lease, { which: sql<boolean>`candidate.id = ${runId}::uuid`, kinds });
    },

    async claimNext(lease, limits = {}) {
      if (limits.perOrganization === undefined) return claimFairly(executor, lease, limits);
      return inTransaction(executor, async (transaction) => {
        // Serializes claims, so that the next count includes this claim.
        await sql`select pg_advisory_xact_lock(${claimLock})`.execute(transaction);
        return claimFairly(transaction, lease, limits);
      });
    },

    async renew(lease, seconds) {
      const row = await executor
        .updateTable('run')
        .set(leaseTimes(seconds))
        .where(belongsTo(lease))
        .returningAll()
        .executeTakeFirst();
      if (!row) throw await whyNot(executor, lease);
      return toRun(row);
    },

    async requeue(runId) {
      requireId(runId, 'run');
      const { numUpdatedRows } = await executor
        .updateTable('run')
        .set({ status: 'queued', wake_at: null })
        .where('id', '=', runId)
        .where('status', '=', 'waiting')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new AppError({ code: 'CONFLICT', message: 'The run waits for nothing.' });
      announce('queued');
    },
  };
}

/** Returns the time a number of milliseconds from now, by the database's clock. */
function inMilliseconds(ms: number): RawBuilder<Date> {
  return sql<Date>`clock_timestamp() + make_interval(secs => ${ms / 1_000}::float8)`;
}
