import { addUsage, AppError, toJsonText, type Principal } from '@shipmate/core';
import type { Remediation, RemediationSpent, RemediationStore } from '@shipmate/domain/remediation';
import { found, notFound } from '../../error/not-found.ts';
import { inTransaction, type Executor } from '../../executor/executor.ts';
import { requireId } from '../../tenancy/tenancy.ts';
import { lockRun } from '../run/run-lease-columns.ts';
import { storableText } from '../storable-text.ts';
import { now, type RemediationRow, toChangedColumns, toRemediation } from './remediation-row.ts';

const maxListed = 100;

/** Creates a {@link RemediationStore} on SQL. */
export function createRemediationStore(executor: Executor): RemediationStore {
  const visible = (principal: Principal, from = executor) =>
    withRuns(from).where((eb) =>
      eb.and([
        eb('remediation.organization_id', '=', ownedBy(principal).organization_id),
        eb('remediation.user_id', '=', ownedBy(principal).user_id),
      ]),
    );

  async function get(principal: Principal, remediationId: string, from = executor): Promise<Remediation> {
    requireId(remediationId, 'remediation');
    const row = await visible(principal, from).where('remediation.id', '=', remediationId).executeTakeFirst();
    return withCalls(from, found(row, 'remediation'));
  }

  return {
    get,

    create: (principal, { id, issue, mode, maxRisk, context, model, alert }) =>
      inTransaction(executor, async (transaction) => {
        await transaction
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
          .execute();
        return get(principal, id, transaction);
      }),

    async list(principal) {
      const rows = await visible(principal)
        .orderBy('remediation.created_at', 'desc')
        .orderBy('remediation.id', 'desc')
        .limit(maxListed)
        .execute();
      return rows.map((row) => toRemediation(row, []));
    },

    async findForAlert(principal, { group, firing }) {
      const row = await visible(principal)
        .where((eb) =>
          eb.or([
            eb('alert_firing', '=', storableText(firing)),
            eb.and([eb('alert_group', '=', storableText(group)), eb('remediation.ended_at', 'is', null)]),
          ]),
        )
        .executeTakeFirst();
      return row && withCalls(executor, row);
    },

    decide: (principal, remediationId, decision) =>
      inTransaction(executor, async (transaction) => {
        requireId(remediationId, 'remediation');
        // Every writer locks the run first.
        await transaction.selectFrom('run').select('id').where('id', '=', remediationId).forUpdate().execute();
        const change =
          'approval' in decision
            ? ({ status: 'executing', approval: decision.approval } as const)
            : ({ status: 'refused', reason: decision.reason } as const);
        const { numUpdatedRows } = await transaction
          .updateTable('remediation')
          .set(toChangedColumns(change))
          .where((eb) => eb.and(ownedBy(principal)))
          .where('id', '=', remediationId)
          .where('status', '=', 'awaiting_approval')
          .where('expires_at', '>', now)
          .executeTakeFirst();
        const remediation = await get(principal, remediationId, transaction);
        if (numUpdatedRows > 0n) return remediation;
        throw tooLate(remediation.status === 'awaiting_approval' ? 'expired' : remediation.status);
      }),

    advance: (writer, { call, spent, ...change }) =>
      inTransaction(executor, async (transaction) => {
        const { runId } = writer;
        requireId(runId, 'remediation');
        await lockRun(transaction, writer);
        const before = spent && (await readSpent(transaction, runId));
        const columns = { ...toChangedColumns(change), ...(spent && { spent: toJsonText(addSpent(before, spent)) }) };
        if (Object.keys(columns).length > 0) {
          await transaction.updateTable('remediation').set(columns).where('id', '=', runId).execute();
        }
        if (call) {
          const { id, tool, input, output, isError } = call;
          await transaction
            .insertInto('remediation_call')
            .values({ remediation_id: runId, id, tool, input: toJsonText(input), output, is_error: isError })
            .execute();
        }
        const row = await withRuns(transaction).where('remediation.id', '=', runId).executeTakeFirst();
        return withCalls(transaction, found(row, 'remediation'));
      }),
  };
}

/** Selects remediations with the state of their runs. */
function withRuns(executor: Executor) {
  return executor
    .selectFrom('remediation')
    .innerJoin('run', 'run.id', 'remediation.id')
    .selectAll('remediation')
    .select(['run.status as run_status', 'run.stop_requested_at']);
}

/** A credential for one workspace or run sees no clusters. */
function ownedBy({ userId, organizationId, scope }: Principal) {
  if (scope?.workspaceId !== undefined || scope?.runId !== undefined) throw notFound('remediation');
  requireId(userId, 'user');
  requireId(organizationId, 'organization');
  return { organization_id: organizationId, user_id: userId };
}

async function withCalls(executor: Executor, row: RemediationRow): Promise<Remediation> {
  const calls = await executor
    .selectFrom('remediation_call')
    .selectAll()
    .where('remediation_id', '=', row.id)
    .orderBy('position')
    .execute();
  return toRemediation(row, calls);
}

async function readSpent(executor: Executor, id: string): Promise<RemediationSpent | null> {
  const row = await executor.selectFrom('remediation').select('spent').where('id', '=', id).executeTakeFirst();
  return row?.spent ?? null;
}

function addSpent(before: RemediationSpent | null | undefined, more: RemediationSpent): RemediationSpent {
  if (!before) return more;
  const isKnown = before.costUsd !== null && more.costUsd !== null;
  return {
    model: more.model,
    usage: addUsage(before.usage, more.usage),
    costUsd: isKnown ? before.costUsd + more.costUsd : null,
  };
}

function tooLate(status: Remediation['status']): AppError {
  return new AppError({
    code: 'CONFLICT',
    message: `This is no longer pending: it is ${status.replaceAll('_', ' ')}.`,
    details: { reason: 'not_waiting', status },
  });
}
