import type { Principal } from '@shipmate/core';
import type { SpendFilter, ToolUsage } from '@shipmate/domain/spend';
import { sql } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import { inOrganization, requireId } from '../../tenancy/tenancy.ts';
import { firstDayOf } from './first-day-of.ts';

/** Lists the tool calls of an organization's runs in a month, by tool and model. Turns that a retry kept count once. */
export async function listToolUsage(
  executor: Executor,
  principal: Principal,
  { month, userId }: SpendFilter,
): Promise<readonly ToolUsage[]> {
  const { organization_id: organizationId } = inOrganization(principal);
  if (userId !== undefined) requireId(userId, 'user');
  const { rows } = await sql<ToolUsage>`
    with month as (
      select ${firstDayOf(month)}::timestamp at time zone 'utc' as begins,
        (${firstDayOf(month)}::timestamp + interval '1 month') at time zone 'utc' as ends
    ), call as (
      select tool_call.name, coalesce(run_step.model, run.model) as model, tool_call.status, tool_call.result_tokens,
        tool_call.started_at, row_number() over (
          partition by tool_call.run_id, tool_call.name, tool_call.input::text
          order by tool_call.started_at, tool_call.tool_call_id) as attempt
      from run
      join tool_call on tool_call.run_id = run.id and tool_call.turn >= run.kept_turns
      left join run_step on run_step.run_id = run.id and run_step.turn = tool_call.turn
      where run.organization_id = ${organizationId}::uuid
        and tool_call.started_at < (select ends from month)
        and (run.ended_at is null or run.ended_at >= (select begins from month))
        ${userId === undefined ? sql`` : sql`and run.user_id = ${userId}::uuid`}
    )
    select name as tool, model, count(*)::integer as calls,
      (count(*) filter (where status = 'failed'))::integer as errors,
      (count(*) filter (where attempt > 1))::integer as repeats,
      coalesce(sum(result_tokens), 0)::float8 as "resultTokens"
    from call
    where started_at >= (select begins from month)
    group by name, model
    order by "resultTokens" desc, calls desc, name, model`.execute(executor);
  return rows;
}
