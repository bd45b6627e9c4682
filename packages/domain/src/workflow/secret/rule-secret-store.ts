import type { Principal } from '@shipmate/core';

/**
 * Store for the secrets of rules, such as the header `Authorization` of a request. **Contract.** A definition that is stored holds
 * references instead of secrets: stores of rules, drafts and previews replace entered values. A secret belongs to the origin for
 * which it was entered.
 */
export interface RuleSecretStore {
  /**
   * Returns the configuration of an action with the values of its secrets.
   *
   * @throws AppError `VALIDATION_ERROR` when a secret is not stored for the origin of the configuration's URL
   */
  open<Config extends Readonly<Record<string, unknown>>>(principal: Principal, config: Config): Promise<Config>;
}
