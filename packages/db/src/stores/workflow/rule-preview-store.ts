import { toJsonText, type Principal } from '@shipmate/core';
import type { RulePreview, RulePreviewStore } from '@shipmate/domain/workflow';
import { sql, type Selectable } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import type { WorkflowPreviewTable } from '../../schema/workflow-tables.ts';
import { inOrganization, requireId } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';
import { protectDefinition } from './secret/protect-secrets.ts';

const maxListed = 100;

/** Creates a {@link RulePreviewStore} on SQL. */
export function createRulePreviewStore(executor: Executor): RulePreviewStore {
  async function get(principal: Principal, previewId: string): Promise<RulePreview> {
    requireId(previewId, 'preview');
    const row = await executor
      .selectFrom('workflow_preview')
      .selectAll()
      .where((eb) => eb.and({ ...ownedBy(principal), id: previewId }))
      .executeTakeFirst();
    return toPreview(found(row, 'preview'));
  }

  return {
    async create(principal, { id, runId, ruleId, baseRevision, description, definition: entered }) {
      const definition = await protectDefinition(executor, principal, entered);
      const row = await executor
        .insertInto('workflow_preview')
        .values({
          ...ownedBy(principal),
          id,
          run_id: runId,
          rule_id: ruleId,
          base_revision: baseRevision,
          description: storableText(description),
          definition: toJsonText(definition),
          status: 'pending',
          accepted_rule_id: null,
          decided_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toPreview(row);
    },

    get,

    async list(principal, { status, runId } = {}) {
      const rows = await executor
        .selectFrom('workflow_preview')
        .selectAll()
        .where((eb) =>
          eb.and({
            ...ownedBy(principal),
            ...(status !== undefined && { status }),
            ...(runId !== undefined && { run_id: runId }),
          }),
        )
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(maxListed)
        .execute();
      return rows.map(toPreview);
    },

    async decide(principal, previewId, decision) {
      await get(principal, previewId);
      const row = await executor
        .updateTable('workflow_preview')
        .set({
          status: decision.status,
          decided_at: sql<Date>`clock_timestamp()`,
          accepted_rule_id: decision.status === 'accepted' ? decision.ruleId : null,
        })
        .where('id', '=', previewId)
        .where('status', '=', 'pending')
        .returningAll()
        .executeTakeFirst();
      return row && toPreview(row);
    },
  };
}

/** Previews belong to no workspace, so a credential for one sees none. */
function ownedBy(principal: Principal) {
  requireId(principal.userId, 'user');
  if (principal.scope?.workspaceId !== undefined) throw notFound('preview');
  return { ...inOrganization(principal), user_id: principal.userId };
}

function toPreview(row: Selectable<WorkflowPreviewTable>): RulePreview {
  return {
    id: row.id,
    organizationId: row.organization_id,
    userId: row.user_id,
    runId: row.run_id,
    ruleId: row.rule_id,
    baseRevision: row.base_revision,
    description: row.description,
    definition: row.definition,
    status: row.status,
    acceptedRuleId: row.accepted_rule_id,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
  };
}
