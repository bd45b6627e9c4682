import type { Principal } from '@shipmate/core';
import type { SpendPeriod, SpendScope, SpendWindow } from '@shipmate/domain/spend';
import { sql } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import { ownedBy } from '../../tenancy/tenancy.ts';

interface WindowRow {
  readonly scope: SpendScope;
  readonly period: SpendPeriod;
  readonly max_tokens: number | null;
  readonly max_cost_usd: number | null;
  readonly tokens: number;
  readonly cost_usd: number;
  readonly unpriced_tokens: number;
  readonly resets_at: Date;
}

/** Returns the spend of the principal and its organization for today and this month, with the limits. One statement. */
export async function listSpendWindows(executor: Executor, principal: Principal): Promise<readonly SpendWindow[]> {
  const { organization_id: organizationId, user_id: userId } = ownedBy(principal);
  const { rows } = await sql<WindowRow>`
    with clock as (
      select clock_timestamp() at time zone 'utc' as now
    ), period (scope, period, begins, ends) as (
      select scope, period, date_trunc(period, now), date_trunc(period, now) + ('1 ' || period)::interval
      from clock, unnest(array['organization', 'user']) as scope, unnest(array['day', 'month']) as period
    ), spent as (
      select day, user_id, input_tokens + output_tokens as tokens, cost_usd, unpriced_tokens
      from spend, clock
      where organization_id = ${organizationId}::uuid and day >= date_trunc('month', now)::date
    )
    select period.scope, period.period, period.ends at time zone 'utc' as resets_at,
      spend_limit.tokens::float8 as max_tokens, spend_limit.cost_usd as max_cost_usd,
      coalesce(sum(spent.tokens), 0)::float8 as tokens, coalesce(sum(spent.cost_usd), 0) as cost_usd,
      coalesce(sum(spent.unpriced_tokens), 0)::float8 as unpriced_tokens
    from period
    left join spend_limit on spend_limit.organization_id = ${organizationId}::uuid
      and spend_limit.scope = period.scope and spend_limit.period = period.period
    left join spent on spent.day >= period.begins::date and spent.day < period.ends::date
      and (period.scope = 'organization' or spent.user_id = ${userId}::uuid)
    group by period.scope, period.period, period.ends, spend_limit.tokens, spend_limit.cost_usd
    order by period.scope, period.period`.execute(executor);
  return rows.map((row) => ({
    scope: row.scope,
    period: row.period,
    limit: { tokens: row.max_tokens, costUsd: row.max_cost_usd },
    spent: { tokens: row.tokens, costUsd: row.cost_usd, unpricedTokens: row.unpriced_tokens },
    resetsAt: row.resets_at,
  }));
}
