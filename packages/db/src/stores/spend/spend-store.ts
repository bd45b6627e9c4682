import type { Principal } from '@shipmate/core';
import {
  type SpendLimit,
  type SpendLimits,
  type SpendPeriod,
  type SpendRecord,
  type SpendScope,
  type SpendStore,
  type SpendWindow,
  spendPeriods,
  spendScopes,
} from '@shipmate/domain/spend';
import { sql } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import { inOrganization, ownedBy, requireId } from '../../tenancy/tenancy.ts';
import { countSpend } from './count-spend.ts';
import { firstDayOf } from './first-day-of.ts';
import { listToolUsage } from './list-tool-usage.ts';
import { mergeRunSpend } from './merge-run-spend.ts';

const unlimited: SpendLimit = { tokens: null, costUsd: null };

/** Creates a {@link SpendStore} on SQL. */
export function createSpendStore(executor: Executor): SpendStore {
  return {
    count: (principal, amount) => countSpend(executor, principal, amount),

    mergeRuns: (options) => mergeRunSpend(executor, options),

    async getLimits(principal) {
      const rows = await executor
        .selectFrom('spend_limit')
        .select(['scope', 'period', sql<number | null>`tokens::float8`.as('tokens'), 'cost_usd'])
        .where((eb) => eb.and(inOrganization(principal)))
        .execute();
      const limitOf = (scope: SpendScope, period: SpendPeriod): SpendLimit => {
        const row = rows.find((candidate) => candidate.scope === scope && candidate.period === period);
        return row ? { tokens: row.tokens, costUsd: row.cost_usd } : unlimited;
      };
      const limitsOf = (scope: SpendScope) => ({ day: limitOf(scope, 'day'), month: limitOf(scope, 'month') });
      return { organization: limitsOf('organization'), user: limitsOf('user') };
    },

    async setLimits(principal, limits) {
      await executor
        .insertInto('spend_limit')
        .values(toRows(limits).map((row) => ({ ...inOrganization(principal), ...row })))
        .onConflict((conflict) =>
          conflict.columns(['organization_id', 'scope', 'period']).doUpdateSet((eb) => ({
            tokens: eb.ref('excluded.tokens'),
            cost_usd: eb.ref('excluded.cost_usd'),
          })),
        )
        .execute();
    },

    listWindows: (principal) => listSpendWindows(executor, principal),

    async listRecords(principal, { month, userId }) {
      const { organization_id: organizationId } = inOrganization(principal);
      if (userId !== undefined) requireId(userId, 'user');
      const first = firstDayOf(month);
      const { rows } = await sql<SpendRecord>`
        select day::text, user_id as "userId", app_user.name as "userName", model,
          sum(input_tokens)::float8 as "inputTokens", sum(output_tokens)::float8 as "outputTokens",
          sum(input_tokens + output_tokens)::float8 as tokens, sum(cost_usd) as "costUsd",
          sum(unpriced_tokens)::float8 as "unpricedTokens"
        from all_spend left join app_user on app_user.id = all_spend.user_id
        where organization_id = ${organizationId}::uuid
          and day >= ${first}::date and day < (${first} + interval '1 month')::date
          ${userId === undefined ? sql`` : sql`and user_id = ${userId}::uuid`}
        group by day, all_spend.user_id, app_user.name, all_spend.model
        order by day desc, tokens desc, user_id, model`.execute(executor);
      return rows;
    },

    listToolUsage: (principal, filter) => listToolUsage(executor, principal, filter),
  };
}

function toRows(limits: SpendLimits) {
  return spendScopes.flatMap((scope) =>
    spendPeriods.map((period) => {
      const { tokens, costUsd } = limits[scope][period];
      return { scope, period, tokens, cost_usd: costUsd };
    }),
  );
}

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
async function listSpendWindows(executor: Executor, principal: Principal): Promise<readonly SpendWindow[]> {
  const { organization_id: organizationId, user_id: userId } = ownedBy(principal);
  const { rows } = await sql<WindowRow>`
    with clock as (
      select clock_timestamp() at time zone 'utc' as now
    ), period (scope, period, begins, ends) as (
      select scope, period, date_trunc(period, now), date_trunc(period, now) + ('1 ' || period)::interval
      from clock, unnest(array['organization', 'user']) as scope, unnest(array['day', 'month']) as period
    ), spent as (
      select day, user_id, input_tokens + output_tokens as tokens, cost_usd, unpriced_tokens
      from all_spend, clock
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
