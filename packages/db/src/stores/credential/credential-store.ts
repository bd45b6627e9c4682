import type { CredentialStore } from '@shipmate/domain/access';
import type { Executor } from '../../executor/executor.ts';
import { createExtensionTokenOperations } from './extension-token-operations.ts';
import { createLoginLinkOperations } from './login-link-operations.ts';
import { createSessionOperations } from './session-operations.ts';

/** Creates a {@link CredentialStore} on SQL. */
export function createCredentialStore(executor: Executor): CredentialStore {
  return {
    ...createSessionOperations(executor),
    ...createLoginLinkOperations(executor),
    ...createExtensionTokenOperations(executor),
  };
}
