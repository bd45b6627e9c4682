import { AppError, type Principal } from '@shipmate/core';
import { newId } from '../identifier/id.ts';
import { requireConversationRun } from '../run/run.ts';
import type { PlanNoteStores } from '../tool-storage/plan-notes.ts';
import { lockDetail } from './edit-workspace.ts';
import type { Plan, PlannedAction } from '../plan/plan.ts';
import { findPlanProblems } from '../plan/plan-rules.ts';

/** A plan that a run proposes. */
export interface PlanProposal {
  readonly runId: string;
  readonly summary: string;
  readonly actions: readonly PlannedAction[];
}

/**
 * Stores a run's plan for its workspace and conversation; an open plan of the conversation is superseded.
 * Call it in a transaction.
 *
 * @throws AppError `VALIDATION_ERROR` if the run has no workspace, or the plan does not fit its files.
 */
export async function proposePlan(
  { runs, workspaces, plans }: PlanNoteStores,
  principal: Principal,
  { runId, summary, actions }: PlanProposal,
): Promise<Plan> {
  const { workspaceId, conversationId } = requireConversationRun(await runs.get(principal, runId));
  if (workspaceId === null) {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: 'A plan changes files of a workspace, and this run has no workspace.',
    });
  }
  const { files } = await lockDetail(workspaces, principal, { workspaceId });
  const problems = findPlanProblems(files, actions);
  if (problems.length > 0) {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: `The plan does not fit the workspace. ${problems.join(' ')}`,
      details: { issues: problems.map((message) => ({ path: 'actions', message })) },
    });
  }
  return plans.create(principal, {
    id: newId(),
    workspaceId,
    conversationId,
    proposedByRunId: runId,
    summary,
    actions,
  });
}
