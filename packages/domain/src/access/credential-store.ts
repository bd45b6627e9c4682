import type { Principal } from '@shipmate/core';
import type { ExtensionToken, Session } from './credential.ts';
import type { Scope } from './scope.ts';

/** A token to be created. */
export interface NewExtensionToken extends Pick<ExtensionToken, 'id' | 'name' | 'expiresAt'> {
  readonly secretHash: string;
  /** Default: the default scopes. */
  readonly scopes?: readonly Scope[];
}

/** Limit of valid sign-in links per member. */
export const maxOpenLoginLinks = 10;

/** Store for hashes of secrets and their principals. Secrets themselves never reach a store. */
export interface CredentialStore {
  createSession(session: Session & { readonly secretHash: string }): Promise<void>;
  /** Returns the session of a secret, or `undefined` if it is unknown, or expired or revoked at `now`. */
  findSession(secretHash: string, now: Date): Promise<Session | undefined>;
  revokeSession(sessionId: string, now: Date): Promise<void>;

  /**
   * Stores a link, and deletes the member's links that are not valid at `now` or are older than the newest
   * {@link maxOpenLoginLinks}.
   */
  createLoginLink(
    link: {
      readonly id: string;
      readonly secretHash: string;
      readonly userId: string;
      readonly organizationId: string;
      readonly expiresAt: Date;
    },
    now: Date,
  ): Promise<void>;
  /**
   * Consumes a link: returns its member once, and `undefined` from then on, or if it is expired or unknown.
   * Atomic.
   */
  consumeLoginLink(
    secretHash: string,
    now: Date,
  ): Promise<{ readonly userId: string; readonly organizationId: string } | undefined>;

  createExtensionToken(principal: Principal, token: NewExtensionToken): Promise<ExtensionToken>;
  /**
   * Returns the token of a secret, or `undefined` if it is unknown, or expired or revoked at `now`. Records
   * `lastUsedAt` at most once a minute.
   */
  findExtensionToken(secretHash: string, now: Date): Promise<ExtensionToken | undefined>;
  /** Lists the tokens that are not revoked, newest first. */
  listExtensionTokens(principal: Principal): Promise<readonly ExtensionToken[]>;
  /** @throws AppError `NOT_FOUND` if it does not exist or belongs to another user. */
  revokeExtensionToken(principal: Principal, tokenId: string, now: Date): Promise<void>;
}
