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

/**
 * Returns the usage of the principal and its organization for today and this month, with the limits; `areLimited` selects the windows
 * with a limit. One statement, which reads no usage if it returns no window.
 */
export async function listSpendWindows(
  executor: Executor,
  principal: Principal,
  { areLimited = false }: { readonly areLimited?: boolean } = {},
): Promise<readonly SpendWindow[]> {
  const { organization_id: organizationId, user_id: userId } = ownedBy(principal);
  const { rows } = await sql<WindowRow>`
    with clock as (
      select clock_timestamp() at time zone 'utc' as now
    ), spend_window as (
      select period.scope, period.period, date_trunc(period.period, now)::date as begins,
        date_trunc(period.period, now) + ('1 ' || period.period)::interval as ends,
        spend_limit.tokens as max_tokens, spend_limit.cost_usd as max_cost_usd
      from clock cross join (
        values ('organization', 'day'), ('organization', 'month'), ('user', 'day'), ('user', 'month')
      ) as period (scope, period)
      ${areLimited ? sql`join` : sql`left join`} spend_limit
        on spend_limit.organization_id = ${organizationId}::uuid
        and spend_limit.scope = period.scope and spend_limit.period = period.period
        and (spend_limit.tokens is not null or spend_limit.cost_usd is not null)
    ), spent as (
      select day, user_id = ${userId}::uuid as is_own, sum(input_tokens + output_tokens) as tokens,
        sum(cost_usd) as cost_usd, sum(unpriced_tokens) as unpriced_tokens
      from all_spend
      where organization_id = ${organizationId}::uuid
        and exists (select from spend_window) and day >= (select min(begins) from spend_window)
      group by day, is_own
    )
    select spend_window.scope, spend_window.period, spend_window.ends at time zone 'utc' as resets_at,
      spend_window.max_tokens::float8, spend_window.max_cost_usd,
      coalesce(sum(spent.tokens), 0)::float8 as tokens, coalesce(sum(spent.cost_usd), 0) as cost_usd,
      coalesce(sum(spent.unpriced_tokens), 0)::float8 as unpriced_tokens
    from spend_window
    left join spent on spent.day >= spend_window.begins and spent.day < spend_window.ends
      and (spend_window.scope = 'organization' or spent.is_own)
    group by spend_window.scope, spend_window.period, spend_window.ends, spend_window.max_tokens, spend_window.max_cost_usd
    order by spend_window.scope, spend_window.period`.execute(executor);
  return rows.map((row) => ({
    scope: row.scope,
    period: row.period,
    limit: { tokens: row.max_tokens, costUsd: row.max_cost_usd },
    spent: { tokens: row.tokens, costUsd: row.cost_usd, unpricedTokens: row.unpriced_tokens },
    resetsAt: row.resets_at,
  }));
}
