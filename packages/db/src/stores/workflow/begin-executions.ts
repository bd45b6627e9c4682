import type { NewRuleExecution } from '@shipmate/domain/workflow';
import { sql } from 'kysely';
import type { Executor } from '../../executor/executor.ts';

/** Stores executions with their queued runs in one statement, except for those whose rule has taken the event. */
export async function beginExecutions(executor: Executor, executions: readonly NewRuleExecution[]): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    with given as (
      select * from unnest(
        ${executions.map(({ id }) => id)}::uuid[], ${executions.map(({ organizationId }) => organizationId)}::uuid[],
        ${executions.map(({ ownerUserId }) => ownerUserId)}::uuid[], ${executions.map(({ ruleId }) => ruleId)}::uuid[],
        ${executions.map(({ revision }) => revision)}::integer[], ${executions.map(({ eventId }) => eventId)}::uuid[],
        ${executions.map(({ depth }) => depth)}::integer[]
      ) as given (id, organization_id, owner_user_id, rule_id, revision, event_id, depth)
    ),
    new_execution as (
      insert into rule_execution (id, organization_id, owner_user_id, rule_id, revision, event_id, depth)
      select * from given
      on conflict on constraint rule_execution_once do nothing
      returning id, organization_id, owner_user_id
    ),
    new_run as (
      insert into run (id, organization_id, user_id, kind, origin, status)
      select id, organization_id, owner_user_id, 'rule_execution', 'job', 'queued' from new_execution
    )
    select count(*)::integer as count from new_execution`.execute(executor);
  return rows[0]?.count ?? 0;
}
