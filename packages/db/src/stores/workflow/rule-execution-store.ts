import { AppError, type Principal } from '@shipmate/core';
import type { RuleExecution, RuleExecutionStore } from '@shipmate/domain/workflow';
import { sql } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import type { Announce } from '../../notify/topic.ts';
import { inOrganization, requireId } from '../../tenancy/tenancy.ts';
import { createRunLeases } from '../run/run-leases.ts';
import { lockRun } from '../run/run-lease-columns.ts';
import { beginExecutions } from './begin-executions.ts';
import { type ExecutionRow, readSteps, toExecution } from './rule-execution-rows.ts';
import { registeredFields } from './rows/event-row.ts';
import { retryExecution } from './retry-execution.ts';
import { saveRuleStep } from './save-rule-step.ts';
import { storableText } from '../storable-text.ts';

/** Creates a {@link RuleExecutionStore} on SQL. */
export function createRuleExecutionStore(executor: Executor, announce: Announce): RuleExecutionStore {
  const select = (principal: Principal) =>
    executor
      .selectFrom('rule_execution as execution')
      .innerJoin('run', 'run.id', 'execution.id')
      .innerJoin('workflow_event as event', 'event.id', 'execution.event_id')
      .innerJoin('workflow_rule as rule', 'rule.id', 'execution.rule_id')
      .selectAll('execution')
      .select(['run.status', 'run.error_message', 'run.created_at', 'run.ended_at', 'rule.name as rule_name'])
      .select(['event.entity', 'event.entity_key', 'event.trigger', 'event.row', 'event.before', 'event.user_id'])
      .select(registeredFields('event'))
      .where('execution.organization_id', '=', organizationOf(principal));

  async function find(principal: Principal, executionId: string): Promise<ExecutionRow> {
    requireId(executionId, 'execution');
    return found(await select(principal).where('execution.id', '=', executionId).executeTakeFirst(), 'execution');
  }

  return {
    async begin(executions) {
      const count = await beginExecutions(executor, executions);
      if (count > 0) announce('queued');
      return count;
    },

    async retry(principal, retry) {
      await find(principal, retry.retryOfId);
      await retryExecution(executor, retry);
      announce('queued');
    },

    async get(principal, executionId): Promise<RuleExecution> {
      const row = await find(principal, executionId);
      return { ...toExecution(row), steps: await readSteps(executor, executionId) };
    },

    async getDefinition(principal, executionId) {
      const { rule_id: ruleId, revision } = await find(principal, executionId);
      const row = await executor
        .selectFrom('workflow_rule_revision')
        .select('definition')
        .where('rule_id', '=', ruleId)
        .where('revision', '=', revision)
        .executeTakeFirst();
      return found(row, 'rule').definition;
    },

    async listForRule(principal, ruleId, { offset, limit }) {
      requireId(ruleId, 'rule');
      const rows = await select(principal)
        .where('execution.rule_id', '=', ruleId)
        .orderBy('execution.id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      return rows.map(toExecution);
    },

    saveStep: (writer, step) => saveRuleStep(executor, writer, step),

    async lockSteps(lease) {
      await lockRun(executor, lease);
      return readSteps(executor, lease.runId);
    },

    async wakeParent(childRunId) {
      // The lock waits for a parent that is just being released, so that its wait is seen.
      const parent = await executor
        .selectFrom('run')
        .select('id')
        .where('id', '=', (eb) =>
          eb.selectFrom('rule_step').select('execution_id').where('child_run_id', '=', childRunId),
        )
        .forUpdate()
        .executeTakeFirst();
      if (parent === undefined) return;
      const { numUpdatedRows } = await executor
        .updateTable('run')
        .set({ status: 'queued', wake_at: null })
        .where('id', '=', parent.id)
        .where('status', '=', 'waiting')
        .executeTakeFirst();
      if (numUpdatedRows > 0n) announce('queued');
    },

    async decide(principal, { executionId, actionId, decision, reason = null }) {
      await find(principal, executionId);
      requireId(actionId, 'approval');
      const run = await executor
        .selectFrom('run')
        .select(['status', 'ended_at'])
        .where('id', '=', executionId)
        .forUpdate()
        .executeTakeFirst();
      const approver = await executor
        .selectFrom('rule_approver')
        .innerJoin('rule_step as step', (join) =>
          join
            .onRef('step.execution_id', '=', 'rule_approver.execution_id')
            .onRef('step.action_id', '=', 'rule_approver.action_id'),
        )
        .select(['decision', 'step.status'])
        .select(sql<boolean>`coalesce(step.wake_at <= clock_timestamp(), false)`.as('has_expired'))
        .where('rule_approver.execution_id', '=', executionId)
        .where('rule_approver.action_id', '=', actionId)
        .where('user_id', '=', principal.userId)
        .executeTakeFirst();
      const { decision: before, status, has_expired: isOver } = found(approver, 'approval');
      const hasExpired = isOver || (run?.ended_at ?? null) !== null;
      if (before !== null || status !== 'waiting' || hasExpired) throw tooLate(before, hasExpired);
      await executor
        .updateTable('rule_approver')
        .set({
          decision,
          decided_at: sql<Date>`clock_timestamp()`,
          reason: storableText(reason),
          is_waiting: false,
        })
        .where('execution_id', '=', executionId)
        .where('action_id', '=', actionId)
        .where('user_id', '=', principal.userId)
        .execute();
      if (run?.status === 'waiting') await createRunLeases(executor, announce).requeue(executionId);
      else announce('queued');
    },
  };
}

/** Executions belong to no workspace, so a credential for one sees none. */
function organizationOf(principal: Principal): string {
  requireId(principal.userId, 'user');
  if (principal.scope?.workspaceId !== undefined) throw notFound('execution');
  return inOrganization(principal).organization_id;
}

function tooLate(decision: string | null, hasExpired: boolean): AppError {
  const reason = decision !== null ? `was ${decision} by you already` : hasExpired ? 'has expired' : 'is decided';
  return new AppError({ code: 'CONFLICT', message: `The approval ${reason}.`, details: { reason: 'not_waiting' } });
}
