import { AppError } from '@shipmate/core';
import { findSecretHeaders, type RuleSecretStore } from '@shipmate/domain/workflow';
import type { Executor } from '../../../executor/executor.ts';
import { inOrganization } from '../../../tenancy/tenancy.ts';
import { createSecretStore } from '../../secret/secret-store.ts';
import { ruleSecretKey, toSealContext } from './protect-secrets.ts';
import { openSecret } from '../../secret/seal-secret.ts';

/** Creates a {@link RuleSecretStore} on SQL. */
export function createRuleSecretStore(executor: Executor): RuleSecretStore {
  return {
    async open(principal, config) {
      const { headers, origin } = findSecretHeaders(config);
      const references = headers.filter(({ secretId }) => secretId !== undefined);
      if (references.length === 0) return config;
      const rows = await executor
        .selectFrom('workflow_secret')
        .select(['id', 'sealed'])
        .where((eb) => eb.and({ ...inOrganization(principal), origin: origin ?? '' }))
        .where(
          'id',
          'in',
          references.map(({ secretId = '' }) => secretId),
        )
        .execute();
      const key = await createSecretStore(executor).getOrCreate(ruleSecretKey);
      const opened = references.map(({ name, secretId = '' }) => {
        const row = rows.find(({ id }) => id === secretId);
        if (row === undefined || origin === undefined) throw missing(name, origin);
        return [name, openSecret(row.sealed, { key, context: toSealContext(principal, origin, secretId) })] as const;
      });
      return { ...config, headers: { ...Object(config['headers']), ...Object.fromEntries(opened) } };
    },
  };
}

function missing(header: string, origin = 'this URL'): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `headers.${header}: no secret is stored for ${origin}. Enter its value in the rule.`,
  });
}
