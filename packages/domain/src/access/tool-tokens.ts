import type { Principal } from '@shipmate/core';

/** Short-lived signed tokens with which one Shipmate process calls another's tools on behalf of a user. */
export interface ToolTokens {
  /** Signs a token for a principal with the principal's scopes; `scope` restricts it to a workspace and run. */
  sign(principal: Principal, scope?: Principal['scope']): Promise<string>;
  /** @throws AppError `UNAUTHORIZED` when the token was signed elsewhere, modified or is expired. */
  verify(token: string): Promise<Principal>;
}
