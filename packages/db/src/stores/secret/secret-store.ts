import { randomBytes } from 'node:crypto';
import type { SecretStore } from '@shipmate/domain/access';
import type { Executor } from '../../executor/executor.ts';

/** Creates a {@link SecretStore} on SQL. */
export function createSecretStore(executor: Executor): SecretStore {
  return {
    async getOrCreate(name) {
      await executor
        .insertInto('installation_secret')
        .values({ name, value: randomBytes(32).toString('base64url') })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
      const { value } = await executor
        .selectFrom('installation_secret')
        .select('value')
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      return value;
    },
  };
}
