import { addUsage, AppError, toJsonText, type Principal } from '@shipmate/core';
import {
  isRemediationEnded,
  type Remediation,
  type RemediationChange,
  type RemediationClaim,
  type RemediationSpent,
  type RemediationStore,
  toStopped,
  workedOnStatuses,
} from '@shipmate/domain/remediation';
import { type Selectable, sql } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import { inTransaction, type Executor } from '../../executor/executor.ts';
import { notify } from '../../notify/notify.ts';
import type { RemediationTable } from '../../schema/remediation-tables.ts';
import { requireId } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';
import { inSeconds, now, toChangedColumns, toRemediation } from './remediation-row.ts';

const maxListed = 100;

/** The longest time that a remediation without an owner may be queued, in seconds. */
const inLineSeconds = 600;

/** The longest time that a remediation may be queued after it is due, in seconds. */
const overdueSeconds = 60;

/** Creates a {@link RemediationStore} on SQL. */
export function createRemediationStore(executor: Executor): RemediationStore {
  return { ...createOwnRemediations(executor), ...createRemediationWork(executor) };
}

function createOwnRemediations(
  executor: Executor,
): Pick<RemediationStore, 'create' | 'get' | 'list' | 'findForAlert' | 'decide' | 'stop'> {
  const visible = (principal: Principal) =>
    executor
      .selectFrom('remediation')
      .selectAll()
      .where((eb) => eb.and(ownedBy(principal)));

  return {
    async create(principal, { id, issue, mode, maxRisk, context, model, alert }) {
      const row = await executor
        .insertInto('remediation')
        .values({
          ...ownedBy(principal),
          id,
          issue: storableText(issue),
          mode,
          max_risk: maxRisk,
          context: storableText(context),
          model: storableText(model),
          alert_group: storableText(alert?.group ?? null),
          alert_firing: storableText(alert?.firing ?? null),
          status: 'investigating',
          progress: '[]',
          checks: '[]',
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toRemediation(row, []);
    },

    async get(principal, remediationId) {
      requireId(remediationId, 'remediation');
      const row = await visible(principal).where('id', '=', remediationId).executeTakeFirst();
      return withCalls(executor, found(row, 'remediation'));
    },

    async list(principal) {
      const rows = await visible(principal)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(maxListed)
        .execute();
      return rows.map((row) => toRemediation(row, []));
    },

    async findForAlert(principal, { group, firing }) {
      const row = await visible(principal)
        .where((eb) =>
          eb.or([
            eb('alert_firing', '=', storableText(firing)),
            eb.and([eb('alert_group', '=', storableText(group)), eb('ended_at', 'is', null)]),
          ]),
        )
        .executeTakeFirst();
      return row && withCalls(executor, row);
    },

    async decide(principal, remediationId, decision) {
      requireId(remediationId, 'remediation');
      const change =
        'approval' in decision
          ? ({ status: 'executing', approval: decision.approval } as const)
          : ({ status: 'refused', reason: decision.reason } as const);
      const row = await executor
        .updateTable('remediation')
        .set(toChangedColumns(change))
        .where((eb) => eb.and(ownedBy(principal)))
        .where('id', '=', remediationId)
        .where('status', '=', 'awaiting_approval')
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst();
      if (row) return withCalls(executor, row);
      const { status } = found(
        await visible(principal).where('id', '=', remediationId).executeTakeFirst(),
        'remediation',
      );
      throw tooLate(status === 'awaiting_approval' ? 'expired' : status);
    },

    stop: (principal, remediationId) =>
      inTransaction(executor, async (transaction) => {
        requireId(remediationId, 'remediation');
        const row = await transaction
          .selectFrom('remediation')
          .selectAll()
          .select(sql<boolean>`coalesce(lease_until > clock_timestamp(), false)`.as('is_held'))
          .where((eb) => eb.and(ownedBy(principal)))
          .where('id', '=', remediationId)
          .forUpdate()
          .executeTakeFirst();
        const remediation = await withCalls(transaction, found(row, 'remediation'));
        if (isRemediationEnded(remediation.status)) return remediation;
        const mayChange = mayBeChanging(remediation, row?.is_held ?? false);
        const stopped = await transaction
          .updateTable('remediation')
          .set((eb) => ({
            ...(mayChange ? { updated_at: now } : { ...toChangedColumns(toStopped(remediation)), ...noLease }),
            stop_requested_at: eb.fn.coalesce('stop_requested_at', now),
          }))
          .where('id', '=', remediationId)
          .returningAll()
          .executeTakeFirstOrThrow();
        await notify(transaction, `stop ${remediationId}`);
        return withCalls(transaction, stopped);
      }),
  };
}

function createRemediationWork(
  executor: Executor,
): Pick<RemediationStore, 'claim' | 'advance' | 'countSpent' | 'release' | 'listAbandoned' | 'expire'> {
  return {
    async claim({ remediationId, owner, seconds }) {
      const row = await executor
        .updateTable('remediation')
        .set({ lease_owner: owner, lease_until: inSeconds(seconds), due_at: null })
        .where('id', '=', remediationId)
        .where('status', 'in', workedOnStatuses)
        .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
        .returningAll()
        .executeTakeFirst();
      return row && withCalls(executor, row);
    },

    advance: (claim, { call, ...change }) =>
      inTransaction(executor, async (transaction) => {
        const row = await transaction
          .updateTable('remediation')
          .set({ ...toChangedColumns(change), ...toLease(claim, change) })
          .where((eb) => eb.and({ id: claim.remediationId, lease_owner: claim.owner }))
          .where('ended_at', 'is', null)
          .returningAll()
          .executeTakeFirst();
        if (!row) throw lost();
        if (call) {
          const { id, tool, input, output, isError } = call;
          await transaction
            .insertInto('remediation_call')
            .values({ remediation_id: row.id, id, tool, input: toJsonText(input), output, is_error: isError })
            .execute();
        }
        return withCalls(transaction, row);
      }),

    countSpent: (remediationId, { model, usage, costUsd }) =>
      inTransaction(executor, async (transaction) => {
        const own = transaction.selectFrom('remediation').select('spent').where('id', '=', remediationId);
        const before = (await own.forUpdate().executeTakeFirst())?.spent;
        const sum = before === null || before === undefined ? { usage, costUsd } : addSpent(before, { usage, costUsd });
        await transaction
          .updateTable('remediation')
          .set({ spent: toJsonText({ model, ...sum }) })
          .where('id', '=', remediationId)
          .execute();
      }),

    async release({ remediationId, owner }) {
      await executor
        .updateTable('remediation')
        .set({ lease_owner: null, lease_until: now })
        .where((eb) => eb.and({ id: remediationId, lease_owner: owner }))
        .execute();
    },

    async listAbandoned() {
      const rows = await executor
        .selectFrom('remediation')
        .select(['id', 'organization_id as organizationId', 'user_id as userId'])
        .where('status', 'in', workedOnStatuses)
        .where((eb) =>
          eb.or([
            eb('lease_until', '<=', now),
            eb('due_at', '<=', inSeconds(-overdueSeconds)),
            eb.and([
              eb('lease_until', 'is', null),
              eb('due_at', 'is', null),
              eb('updated_at', '<', inSeconds(-inLineSeconds)),
            ]),
          ]),
        )
        .limit(maxListed)
        .execute();
      return rows;
    },

    async expire() {
      const { numUpdatedRows } = await executor
        .updateTable('remediation')
        .set(toChangedColumns({ status: 'expired', reason: 'Nobody approved it in time.' }))
        .where('status', '=', 'awaiting_approval')
        .where('expires_at', '<=', now)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
  };
}

/** A credential for one workspace or run sees no clusters. */
function ownedBy({ userId, organizationId, scope }: Principal) {
  if (scope?.workspaceId !== undefined || scope?.runId !== undefined) throw notFound('remediation');
  requireId(userId, 'user');
  requireId(organizationId, 'organization');
  return { organization_id: organizationId, user_id: userId };
}

async function withCalls(executor: Executor, row: Selectable<RemediationTable>): Promise<Remediation> {
  const calls = await executor
    .selectFrom('remediation_call')
    .selectAll()
    .where('remediation_id', '=', row.id)
    .orderBy('position')
    .execute();
  return toRemediation(row, calls);
}

/** Returns true if its cluster may be changing now, or may have been when the lease's owner died. */
function mayBeChanging({ status, progress }: Remediation, isHeld: boolean): boolean {
  return status === 'executing' && (isHeld || progress.some((action) => action.status === 'running'));
}

type Cost = Pick<RemediationSpent, 'usage' | 'costUsd'>;

function addSpent(before: Cost, more: Cost): Cost {
  const isKnown = before.costUsd !== null && more.costUsd !== null;
  return {
    usage: addUsage(before.usage, more.usage),
    costUsd: isKnown ? before.costUsd + more.costUsd : null,
  };
}

const noLease = { lease_owner: null, lease_until: null, due_at: null };

/** Returns the lease after a change: kept while the remediation is executed, released otherwise. */
function toLease({ seconds }: RemediationClaim, { status, dueInSeconds }: RemediationChange) {
  if (dueInSeconds !== undefined) return { ...noLease, due_at: inSeconds(dueInSeconds) };
  const isLeft = status !== undefined && (isRemediationEnded(status) || status === 'awaiting_approval');
  return isLeft ? noLease : { lease_until: inSeconds(seconds) };
}

function lost(): AppError {
  return new AppError({ code: 'CONFLICT', message: 'Somebody else works on this remediation now.' });
}

function tooLate(status: Remediation['status']): AppError {
  return new AppError({
    code: 'CONFLICT',
    message: `This is no longer pending: it is ${status.replaceAll('_', ' ')}.`,
    details: { reason: 'not_waiting', status },
  });
}
