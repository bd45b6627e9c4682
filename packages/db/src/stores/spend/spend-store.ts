import {
  spendPeriods,
  spendScopes,
  type SpendLimit,
  type SpendLimits,
  type SpendPeriod,
  type SpendRecord,
  type SpendScope,
  type SpendStore,
} from '@shipmate/domain/spend';
import { sql } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import { inOrganization, ownedBy, requireId } from '../../tenancy/tenancy.ts';
import { countSpend } from './count-spend.ts';
import { listSpendWindows } from './spend-windows.ts';

const unlimited: SpendLimit = { tokens: null, costUsd: null };

/** Creates a {@link SpendStore} on SQL. */
export function createSpendStore(executor: Executor): SpendStore {
  return {
    async count(principal, amount) {
      const { organization_id: organizationId, user_id: userId } = ownedBy(principal);
      await countSpend(executor, sql`select ${organizationId}::uuid, ${userId}::uuid`, amount);
    },

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
      const first =
        month === undefined ? sql`date_trunc('month', clock_timestamp() at time zone 'utc')` : toFirst(month);
      const { rows } = await sql<SpendRecord>`
        select day::text, user_id as "userId", app_user.name as "userName", model,
          input_tokens::float8 as "inputTokens", output_tokens::float8 as "outputTokens",
          (input_tokens + output_tokens)::float8 as tokens, cost_usd as "costUsd",
          unpriced_tokens::float8 as "unpricedTokens"
        from spend left join app_user on app_user.id = spend.user_id
        where organization_id = ${organizationId}::uuid
          and day >= ${first}::date and day < (${first} + interval '1 month')::date
          ${userId === undefined ? sql`` : sql`and user_id = ${userId}::uuid`}
        order by day desc, tokens desc, user_id, model`.execute(executor);
      return rows;
    },
  };
}

function toFirst(month: string) {
  return sql`${`${month}-01`}::date`;
}

function toRows(limits: SpendLimits) {
  return spendScopes.flatMap((scope) =>
    spendPeriods.map((period) => {
      const { tokens, costUsd } = limits[scope][period];
      return { scope, period, tokens, cost_usd: costUsd };
    }),
  );
}
