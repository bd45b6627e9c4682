import type { Plan } from '@shipmate/domain/plan';
import type { Selectable } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import type { PlanActionTable, PlanTable } from '../../schema/plan-tables.ts';

/** Reads the actions of plans and returns the plans in their order. */
export async function toPlans(executor: Executor, rows: readonly Selectable<PlanTable>[]): Promise<readonly Plan[]> {
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
