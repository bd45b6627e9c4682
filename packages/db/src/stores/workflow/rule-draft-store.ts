import { toJsonText, type Principal } from '@shipmate/core';
import { draftLimits, type RuleDraftStore, type WorkflowPayload } from '@shipmate/domain/workflow';
import { sql } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import { inOrganization, requireId } from '../../tenancy/tenancy.ts';
import { protectConfig } from './secret/protect-secrets.ts';

const expired = sql<boolean>`touched_at < clock_timestamp() - make_interval(mins => ${draftLimits.minutes})`;

/** Creates a {@link RuleDraftStore} on SQL. */
export function createRuleDraftStore(executor: Executor): RuleDraftStore {
  async function touch(principal: Principal, draftId: string, payload?: string) {
    requireId(draftId, 'draft');
    const row = await executor
      .updateTable('workflow_draft')
      .set({ touched_at: sql<Date>`clock_timestamp()`, ...(payload !== undefined && { payload }) })
      .where((eb) => eb.and({ ...ownedBy(principal), id: draftId }))
      .where((eb) => eb.not(expired))
      .returning('payload')
      .executeTakeFirst();
    return found(row, 'draft').payload;
  }

  return {
    async create(principal, { id, payload }) {
      const owner = ownedBy(principal);
      await executor
        .insertInto('workflow_draft')
        .values({ ...owner, id, payload: toJsonText(await protectPayload(executor, principal, payload)) })
        .execute();
      const kept = executor
        .selectFrom('workflow_draft')
        .select('id')
        .where((eb) => eb.and(owner))
        .where((eb) => eb.not(expired))
        .orderBy('touched_at', 'desc')
        .orderBy('id', 'desc')
        .limit(draftLimits.perUser);
      await executor
        .deleteFrom('workflow_draft')
        .where((eb) => eb.and(owner))
        .where('id', 'not in', kept)
        .execute();
    },

    take: async (principal, draftId) => ({ id: draftId, payload: await touch(principal, draftId) }),

    async save(principal, { id, payload }) {
      await touch(principal, id, toJsonText(await protectPayload(executor, principal, payload)));
    },
  };
}

/** Replaces the secrets of a draft by references. */
async function protectPayload(
  executor: Executor,
  principal: Principal,
  payload: WorkflowPayload,
): Promise<WorkflowPayload> {
  const actions: WorkflowPayload['actions'] = [];
  for (const action of payload.actions) {
    const { name, action_config: config } = action;
    actions.push({ ...action, action_config: { ...(await protectConfig(executor, principal, { name, config })) } });
  }
  return { ...payload, actions };
}

/** Drafts belong to no workspace, so a credential for one sees none. */
function ownedBy(principal: Principal) {
  requireId(principal.userId, 'user');
  if (principal.scope?.workspaceId !== undefined) throw notFound('draft');
  return { ...inOrganization(principal), user_id: principal.userId };
}
