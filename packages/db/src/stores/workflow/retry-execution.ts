import { AppError } from '@shipmate/core';
import type { RuleRetry } from '@shipmate/domain/workflow';
import { sql } from 'kysely';
import { inTransaction, type Executor } from '../../executor/executor.ts';

/** Stores a retry with its queued run and the steps that it takes over. @throws AppError `CONFLICT` while another has not ended */
export async function retryExecution(executor: Executor, retry: RuleRetry): Promise<void> {
  const { id, retryOfId, ownerUserId, revision, reusedActionIds } = retry;
  await inTransaction(executor, async (transaction) => {
    // Of two retries at the same time, the second finds the first.
    await transaction.selectFrom('run').select('id').where('id', '=', retryOfId).forUpdate().execute();
    const active = await transaction
      .selectFrom('rule_execution')
      .innerJoin('run', 'run.id', 'rule_execution.id')
      .select('run.id')
      .where('retry_of_id', '=', retryOfId)
      .where('run.ended_at', 'is', null)
      .executeTakeFirst();
    if (active) throw beingRetried(active.id);
    await sql`
      with new_execution as (
        insert into rule_execution (
          id, organization_id, owner_user_id, rule_id, revision, event_id, depth, retry_of_id, is_retry
        )
        select ${id}::uuid, organization_id, ${ownerUserId}::uuid, rule_id, ${revision}::integer, event_id, depth, id, true
        from rule_execution where id = ${retryOfId}::uuid
        returning id, organization_id, owner_user_id
      )
      insert into run (id, organization_id, user_id, kind, origin, status)
      select id, organization_id, owner_user_id, 'rule_execution', 'job', 'queued' from new_execution`.execute(
      transaction,
    );
    await sql`
      insert into rule_step (
        execution_id, action_id, action_name, action_type, status, attempt, input, output, port, error, is_reused,
        started_at, ended_at
      )
      select ${id}::uuid, action_id, action_name, action_type, status, attempt, input, output, port, error, true,
        started_at, ended_at
      from rule_step
      where execution_id = ${retryOfId}::uuid and port is not null and action_id = any(${[...reusedActionIds]}::uuid[])`.execute(
      transaction,
    );
  });
}

function beingRetried(executionId: string): AppError {
  return new AppError({
    code: 'CONFLICT',
    message: 'A retry of this execution has not ended yet. Wait until it has, or stop it.',
    details: { executionId },
  });
}
