import { toJsonText } from '@shipmate/core';
import type { RunWriter } from '@shipmate/domain/run';
import type { NewRuleStep } from '@shipmate/domain/workflow';
import { sql } from 'kysely';
import { inTransaction, type Executor } from '../../executor/executor.ts';
import { requireId } from '../../tenancy/tenancy.ts';
import { lockRun } from '../run/run-lease-columns.ts';
import { storableText } from '../storable-text.ts';

/** Stores the state of a step under the run's lease, with the approvers to ask. */
export async function saveRuleStep(executor: Executor, writer: RunWriter, step: NewRuleStep): Promise<void> {
  requireId(writer.runId, 'execution');
  await inTransaction(executor, async (transaction) => {
    await lockRun(transaction, writer);
    const isEnded = step.port !== null;
    const state = {
      status: step.status,
      attempt: step.attempt,
      input: toJsonText(step.input),
      output: toJsonText(step.output),
      port: step.port,
      error: storableText(step.error),
      wake_at:
        step.wakeInMs === undefined
          ? null
          : sql<Date>`clock_timestamp() + make_interval(secs => ${step.wakeInMs / 1_000}::float8)`,
      ended_at: isEnded ? sql<Date>`clock_timestamp()` : null,
      ...(step.childRunId !== undefined && { child_run_id: step.childRunId }),
    };
    await transaction
      .insertInto('rule_step')
      .values({
        ...state,
        execution_id: writer.runId,
        action_id: step.actionId,
        action_name: storableText(step.actionName),
        action_type: step.actionType,
      })
      .onConflict((conflict) => conflict.columns(['execution_id', 'action_id']).doUpdateSet(state))
      .execute();
    if (step.approvers === undefined) return;
    await sql`
      insert into rule_approver (execution_id, action_id, organization_id, user_id)
      select run.id, ${step.actionId}::uuid, run.organization_id, member.user_id
      from run join member on member.organization_id = run.organization_id
      where run.id = ${writer.runId}::uuid and member.user_id::text = any(${[...step.approvers]}::text[])
      on conflict do nothing`.execute(transaction);
  });
}
