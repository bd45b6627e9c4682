import type { Principal } from '@shipmate/core';
import { openPlanStatuses, type Plan, type PlanStore } from '@shipmate/domain/plan';
import { type Selectable, sql } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import { type Executor, inTransaction } from '../../executor/executor.ts';
import type { PlanActionTable, PlanTable } from '../../schema/plan-tables.ts';
import { inOrganization, ownedBy, requireId } from '../../tenancy/tenancy.ts';
import { getOwnConversation } from '../conversation/own-conversation.ts';
import { storableText } from '../storable-text.ts';
import { requireWorkspace } from '../workspace/visible-workspace.ts';

/** Creates a {@link PlanStore} on SQL. */
export function createPlanStore(executor: Executor): PlanStore {
  async function readOwn(principal: Principal, planId: string): Promise<Selectable<PlanTable>> {
    requireId(planId, 'plan');
    const row = await executor
      .selectFrom('plan')
      .selectAll()
      .where((eb) => eb.and({ ...ownedBy(principal), id: planId }))
      .executeTakeFirst();
    return found(row, 'plan');
  }

  return {
    async create(principal, { id, workspaceId, conversationId, proposedByRunId, summary, actions }) {
      await getOwnConversation(executor, principal, conversationId);
      await requireWorkspace(executor, principal, workspaceId);
      return inTransaction(executor, async (transaction) => {
        await transaction
          .updateTable('plan')
          .set({ status: 'superseded', updated_at: sql<Date>`clock_timestamp()` })
          .where('conversation_id', '=', conversationId)
          .where('status', 'in', openPlanStatuses)
          .execute();
        const row = await transaction
          .insertInto('plan')
          .values({
            ...inOrganization(principal),
            id,
            user_id: principal.userId,
            workspace_id: workspaceId,
            conversation_id: conversationId,
            proposed_by_run_id: proposedByRunId,
            applied_by_run_id: null,
            summary: storableText(summary),
            status: 'proposed',
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        const rows = actions.map(({ path, action, newPath, why }, position) => ({
          plan_id: id,
          position,
          action,
          path,
          new_path: newPath,
          why: storableText(why),
        }));
        if (rows.length > 0) await transaction.insertInto('plan_action').values(rows).execute();
        return first(await toPlans(transaction, [row]));
      });
    },

    async get(principal, planId) {
      return first(await toPlans(executor, [await readOwn(principal, planId)]));
    },

    async list(principal, workspaceId) {
      await requireWorkspace(executor, principal, workspaceId);
      const rows = await executor
        .selectFrom('plan')
        .selectAll()
        .where((eb) => eb.and({ ...ownedBy(principal), workspace_id: workspaceId }))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return toPlans(executor, rows);
    },

    async findAppliedBy(principal, runId) {
      requireId(runId, 'run');
      const rows = await executor
        .selectFrom('plan')
        .selectAll()
        .where((eb) => eb.and({ ...ownedBy(principal), applied_by_run_id: runId }))
        .execute();
      const [plan] = await toPlans(executor, rows);
      return plan;
    },

    async move(principal, planId, { from, to, appliedByRunId }) {
      await readOwn(principal, planId);
      const row = await executor
        .updateTable('plan')
        .set({
          status: to,
          updated_at: sql<Date>`clock_timestamp()`,
          ...(appliedByRunId === undefined ? {} : { applied_by_run_id: appliedByRunId }),
        })
        .where('id', '=', planId)
        .where('status', 'in', from)
        .returningAll()
        .executeTakeFirst();
      const [plan] = row ? await toPlans(executor, [row]) : [];
      return plan;
    },

    async markDone(principal, planId, actions) {
      const { status } = await readOwn(principal, planId);
      if (status !== 'applying' || actions.length === 0) return;
      await executor
        .updateTable('plan_action')
        .set({ is_done: true })
        .where('plan_id', '=', planId)
        .where('position', 'in', actions)
        .execute();
    },
  };
}

function first<Item>([item]: readonly Item[]): Item {
  if (item === undefined) throw notFound('plan');
  return item;
}

/** Reads the actions of plans and returns the plans in their order. */
async function toPlans(executor: Executor, rows: readonly Selectable<PlanTable>[]): Promise<readonly Plan[]> {
  if (rows.length === 0) return [];
  const actions = await executor
    .selectFrom('plan_action')
    .selectAll()
    .where(
      'plan_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('position')
    .execute();
  const byPlan = Map.groupBy(actions, ({ plan_id }) => plan_id);
  return rows.map((row) => toPlan(row, byPlan.get(row.id) ?? []));
}

function toPlan(row: Selectable<PlanTable>, actions: readonly Selectable<PlanActionTable>[]): Plan {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    conversationId: row.conversation_id,
    proposedByRunId: row.proposed_by_run_id,
    appliedByRunId: row.applied_by_run_id,
    summary: row.summary,
    status: row.status,
    actions: actions.map(({ path, action, new_path: newPath, why, is_done: isDone }) => ({
      path,
      action,
      newPath,
      why,
      isDone,
    })),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
