import type { RunStatus } from '@shipmate/domain/run';
import type { RuleExecution, RuleStep } from '@shipmate/domain/workflow';
import { type Selectable, sql } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import type { RuleExecutionTable, WorkflowEventTable } from '../../schema/rule-execution-tables.ts';
import { type EventFields, toEventRow } from './rows/event-row.ts';

/** An execution with its run, event and rule. */
export interface ExecutionRow
  extends Selectable<RuleExecutionTable>,
    Pick<Selectable<WorkflowEventTable>, 'entity' | 'entity_key' | 'trigger' | 'row' | 'before' | 'user_id'>,
    EventFields {
  readonly rule_name: string;
  readonly status: RunStatus;
  readonly error_message: string | null;
  readonly created_at: Date;
  readonly ended_at: Date | null;
}

/** Converts a row to an execution without its steps. */
export function toExecution(row: ExecutionRow): Omit<RuleExecution, 'steps'> {
  return {
    id: row.id,
    organizationId: row.organization_id,
    ruleId: row.rule_id,
    ruleName: row.rule_name,
    revision: row.revision,
    ownerUserId: row.owner_user_id,
    event: {
      id: row.event_id,
      entity: row.entity,
      entityKey: row.entity_key,
      trigger: row.trigger,
      row: toEventRow(row, row.row),
      before: row.before && toEventRow(row, row.before),
      userId: row.user_id,
    },
    depth: row.depth,
    retryOfId: row.retry_of_id,
    status: row.status,
    error: row.error_message,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}

/** Reads the steps of an execution in the order in which they began. */
export async function readSteps(executor: Executor, executionId: string): Promise<readonly RuleStep[]> {
  const steps = await executor
    .selectFrom('rule_step')
    .leftJoin('run as child', 'child.id', 'rule_step.child_run_id')
    .selectAll('rule_step')
    .select(sql<boolean>`child.ended_at is not null`.as('has_child_ended'))
    .select(
      sql<number | null>`case when rule_step.wake_at is not null
        then greatest(0, extract(epoch from rule_step.wake_at - clock_timestamp()) * 1000)::float8 end`.as(
        'wakes_in_ms',
      ),
    )
    .where('execution_id', '=', executionId)
    .orderBy('rule_step.started_at')
    .orderBy('action_id')
    .execute();
  const approvers = await executor
    .selectFrom('rule_approver')
    .selectAll()
    .where('execution_id', '=', executionId)
    .orderBy('user_id')
    .execute();
  return steps.map((step) => ({
    actionId: step.action_id,
    actionName: step.action_name,
    actionType: step.action_type,
    status: step.status,
    attempt: step.attempt,
    input: step.input,
    output: step.output,
    port: step.port,
    error: step.error,
    wakesInMs: step.wakes_in_ms,
    approvers: approvers
      .filter(({ action_id: actionId }) => actionId === step.action_id)
      .map(({ user_id: userId, decision, decided_at: decidedAt, reason }) => ({ userId, decision, decidedAt, reason })),
    childRunId: step.child_run_id,
    hasChildEnded: step.has_child_ended,
    isReused: step.is_reused,
    startedAt: step.started_at,
    endedAt: step.ended_at,
  }));
}
