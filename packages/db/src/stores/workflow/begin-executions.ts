import type { NewRuleExecution } from '@shipmate/domain/workflow';
import { sql } from 'kysely';
import type { Executor } from '../../executor/executor.ts';

/**
 * Stores executions with their queued runs in one statement, except for those whose rule has taken the event or whose owner is no
 * longer a member.
 */
export async function beginExecutions(executor: Executor, executions: readonly NewRuleExecution[]): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    with given as (
      select * from unnest(
        ${executions.map(({ id }) => id)}::uuid[], ${executions.map(({ organizationId }) => organizationId)}::uuid[],
        ${executions.map(({ ownerUserId }) => ownerUserId)}::uuid[], ${executions.map(({ ruleId }) => ruleId)}::uuid[],
        ${executions.map(({ revision }) => revision)}::integer[], ${executions.map(({ eventId }) => eventId)}::uuid[],
        ${executions.map(({ depth }) => depth)}::integer[],
        ${executions.map(({ startsAt }) => startsAt?.toISOString() ?? null)}::timestamptz[]
      ) as given (id, organization_id, owner_user_id, rule_id, revision, event_id, depth, starts_at)
    ),
    new_execution as (
      insert into rule_execution (id, organization_id, owner_user_id, rule_id, revision, event_id, depth)
      select given.id, given.organization_id, owner_user_id, rule_id, revision, event_id, depth from given
      join member on member.organization_id = given.organization_id and member.user_id = given.owner_user_id
      on conflict (event_id, rule_id) where not is_retry do nothing
      returning id, organization_id, owner_user_id
    ),
    new_run as (
      insert into run (id, organization_id, user_id, kind, origin, status, wake_at)
      select id, organization_id, owner_user_id, 'rule_execution', 'job',
        case when starts_at > statement_timestamp() then 'waiting' else 'queued' end,
        case when starts_at > statement_timestamp() then starts_at end
      from new_execution join given using (id, organization_id, owner_user_id)
    )
    select count(*)::integer as count from new_execution`.execute(executor);
  return rows[0]?.count ?? 0;
}
