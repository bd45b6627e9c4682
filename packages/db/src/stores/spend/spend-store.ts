import {
  type SpendLimit,
  type SpendLimits,
  type SpendPeriod,
  type SpendRecord,
  type SpendScope,
  type SpendStore,
  spendPeriods,
  spendScopes,
} from '@shipmate/domain/spend';
import { sql } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import { inOrganization, requireId } from '../../tenancy/tenancy.ts';
import { countSpend } from './count-spend.ts';
import { firstDayOf } from './first-day-of.ts';
import { listSpendWindows } from './list-spend-windows.ts';
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

    listLimitedWindows: (principal) => listSpendWindows(executor, principal, { areLimited: true }),

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
