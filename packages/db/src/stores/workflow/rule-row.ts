import type { Rule } from '@shipmate/domain/workflow';
import type { Selectable } from 'kysely';
import type { WorkflowRuleTable } from '../../schema/workflow-tables.ts';

/** Converts a row of the table to a rule. */
export function toRule(row: Selectable<WorkflowRuleTable>): Rule {
  return {
    ...row.definition,
    id: row.id,
    organizationId: row.organization_id,
    ownerUserId: row.owner_user_id,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
