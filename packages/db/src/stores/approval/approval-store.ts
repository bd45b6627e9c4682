import { requireConversationRun } from '@shipmate/domain/run';
import { AppError, toJsonText, type Principal } from '@shipmate/core';
import type { Approval, ApprovalChoice, ApprovalStore, NewApproval } from '@shipmate/domain/approval';
import { sql } from 'kysely';
import { found } from '../../error/not-found.ts';
import { inTransaction, type Executor } from '../../executor/executor.ts';
import { ownedBy, requireId } from '../../tenancy/tenancy.ts';
import { getRun } from '../run/get-run.ts';
import { storableText } from '../storable-text.ts';
import { hasExpired, toApproval } from './approval-row.ts';

/** Approvals that one statement stores as expired. */
const maxExpired = 100;

/** Creates an {@link ApprovalStore} on SQL. */
export function createApprovalStore(executor: Executor): ApprovalStore {
  return {
    async request(principal, approval) {
      const run = requireConversationRun(await getRun(executor, principal, approval.runId));
      return inTransaction(executor, async (transaction) => {
        await transaction
          .insertInto('approval')
          .values({
            ...toApprovalRow(approval),
            organization_id: run.organizationId,
            user_id: run.userId,
            workspace_id: run.workspaceId,
            conversation_id: run.conversationId,
          })
          .onConflict((conflict) => conflict.columns(['run_id', 'tool_call_id']).doNothing())
          .execute();
        return found(await findForCall(transaction, principal, approval), 'approval');
      });
    },

    get: (principal, approvalId) => getApproval(executor, principal, approvalId),
    findForCall: (principal, call) => findForCall(executor, principal, call),

    async listPending(principal, { runId } = {}) {
      if (runId !== undefined) requireId(runId, 'run');
      const rows = await visible(executor, principal)
        .where('status', '=', 'pending')
        .where(hasExpired, '=', false)
        .$if(runId !== undefined, (query) => query.where('run_id', '=', runId as string))
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(toApproval);
    },

    async listPendingPage(principal, { offset, limit }) {
      const pending = visible(executor, principal).where('status', '=', 'pending').where(hasExpired, '=', false);
      const rows = await pending.orderBy('created_at').orderBy('id').limit(limit).offset(offset).execute();
      const { total } = await executor
        .selectFrom(pending.as('pending'))
        .select(sql<number>`count(*)::integer`.as('total'))
        .executeTakeFirstOrThrow();
      return { approvals: rows.map(toApproval), total };
    },

    async listForRun(principal, runId) {
      await getRun(executor, principal, runId);
      const rows = await visible(executor, principal)
        .where('run_id', '=', runId)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(toApproval);
    },

    decide: (principal, approvalId, choice) =>
      inTransaction(executor, async (transaction) => decide(transaction, principal, { approvalId, choice })),

    async use({ runId, toolCallId }) {
      requireId(runId, 'run');
      await executor
        .updateTable('approval')
        .set({ status: 'used' })
        .where('run_id', '=', runId)
        .where('tool_call_id', '=', storableText(toolCallId))
        .where('status', '=', 'approved')
        .execute();
    },

    async expire() {
      const { numUpdatedRows } = await executor
        .updateTable('approval')
        .set({ status: 'expired' })
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('approval')
            .select('id')
            .where('status', '=', 'pending')
            .where('expires_at', '<=', sql<Date>`clock_timestamp()`)
            .orderBy('expires_at')
            .limit(maxExpired)
            .forUpdate()
            .skipLocked(),
        )
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    async cancelForRun(runId) {
      requireId(runId, 'run');
      await executor
        .updateTable('approval')
        .set({ status: 'cancelled' })
        .where('run_id', '=', runId)
        .where('status', 'in', ['pending', 'approved'])
        .execute();
    },
  };
}

function visible(executor: Executor, principal: Principal) {
  return executor
    .selectFrom('approval')
    .selectAll()
    .select(hasExpired.as('has_expired'))
    .where((eb) => eb.and(ownedBy(principal)));
}

async function findForCall(
  executor: Executor,
  principal: Principal,
  { runId, toolCallId }: Pick<Approval, 'runId' | 'toolCallId'>,
): Promise<Approval | undefined> {
  requireId(runId, 'run');
  const row = await visible(executor, principal)
    .where('run_id', '=', runId)
    .where('tool_call_id', '=', storableText(toolCallId))
    .executeTakeFirst();
  return row && toApproval(row);
}

async function getApproval(executor: Executor, principal: Principal, approvalId: string): Promise<Approval> {
  requireId(approvalId, 'approval');
  return toApproval(
    found(await visible(executor, principal).where('id', '=', approvalId).executeTakeFirst(), 'approval'),
  );
}

/** Locks the run's row first, so that neither the run ends nor a second decision is made concurrently. */
async function decide(
  transaction: Executor,
  principal: Principal,
  { approvalId, choice }: { readonly approvalId: string; readonly choice: ApprovalChoice },
): Promise<Approval> {
  const { runId } = await getApproval(transaction, principal, approvalId);
  const run = await transaction
    .selectFrom('run')
    .select(['ended_at', 'stop_requested_at'])
    .where('id', '=', runId)
    .forUpdate()
    .executeTakeFirst();
  const { ended_at: endedAt, stop_requested_at: stopRequestedAt } = found(run, 'approval');
  const current = await getApproval(transaction, principal, approvalId);
  if (isDecidedAs(current, choice)) return current;
  if (endedAt !== null || stopRequestedAt !== null) throw tooLate('its run was stopped or has ended');
  if (current.status !== 'pending') throw tooLate(`it is ${current.status} already`);
  const { numUpdatedRows } = await transaction
    .updateTable('approval')
    .set({
      status: choice.decision === 'approve' ? 'approved' : 'denied',
      decided_by: 'user',
      decided_by_user_id: principal.userId,
      decided_at: sql<Date>`clock_timestamp()`,
      reason: choice.decision === 'deny' ? storableText(choice.reason ?? null) : null,
    })
    .where('id', '=', approvalId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw tooLate('it is expired already');
  return getApproval(transaction, principal, approvalId);
}

function isDecidedAs({ status, decidedBy }: Approval, { decision }: ApprovalChoice): boolean {
  if (decidedBy !== 'user') return false;
  return decision === 'approve' ? status === 'approved' || status === 'used' : status === 'denied';
}

function tooLate(why: string): AppError {
  return new AppError({ code: 'CONFLICT', message: `This is no longer pending: ${why}.` });
}

function toApprovalRow({ approvedBy, expiresInSeconds, ...approval }: NewApproval) {
  return {
    id: approval.id,
    run_id: approval.runId,
    tool_call_id: storableText(approval.toolCallId),
    tool: storableText(approval.tool),
    input: toJsonText(approval.input),
    effect: approval.effect,
    is_grantable: approval.isGrantable ?? false,
    preview: storableText(approval.preview ?? null),
    origins: approval.origins?.length ? storableText(toJsonText(approval.origins)) : null,
    signature: approval.signature,
    expires_at: sql<Date>`clock_timestamp() + make_interval(secs => ${expiresInSeconds}::float8)`,
    ...(approvedBy === undefined
      ? { status: 'pending' as const }
      : { status: 'approved' as const, decided_by: approvedBy, decided_at: sql<Date>`clock_timestamp()` }),
  };
}
