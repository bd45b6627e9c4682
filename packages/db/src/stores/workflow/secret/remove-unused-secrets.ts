import type { Principal } from '@shipmate/core';
import { findSecretHeaders, type RuleDefinition } from '@shipmate/domain/workflow';
import { sql } from 'kysely';
import type { Executor } from '../../../executor/executor.ts';
import { inOrganization } from '../../../tenancy/tenancy.ts';

/** Returns the ids of the stored secrets to which definitions refer. */
export function listSecretIds(definitions: readonly Pick<RuleDefinition, 'actions'>[]): readonly string[] {
  const headers = definitions.flatMap(({ actions }) =>
    actions.flatMap(({ config }) => findSecretHeaders(config).headers),
  );
  return [...new Set(headers.flatMap(({ secretId }) => (secretId === undefined ? [] : [secretId])))];
}

/** Deletes those of the secrets to which no rule, revision, pending preview or draft of the organization refers. */
export async function removeUnusedSecrets(
  executor: Executor,
  principal: Principal,
  secretIds: readonly string[],
): Promise<void> {
  if (secretIds.length === 0) return;
  const { organization_id: organizationId } = inOrganization(principal);
  await sql`
    delete from workflow_secret as secret
    where organization_id = ${organizationId} and id = any(${secretIds}::uuid[]) and not exists (
      select from (
        select definition::text as content from workflow_rule where organization_id = ${organizationId}
        union all
        select revision.definition::text from workflow_rule_revision as revision
          join workflow_rule as rule on rule.id = revision.rule_id where rule.organization_id = ${organizationId}
        union all
        select definition::text from workflow_preview where organization_id = ${organizationId} and status = 'pending'
        union all
        select payload::text from workflow_draft where organization_id = ${organizationId}
      ) as referring
      where position('secret:' || secret.id::text in referring.content) > 0)`.execute(executor);
}
