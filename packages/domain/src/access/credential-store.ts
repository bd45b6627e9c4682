import type { Principal } from '@shipmate/core';
import type { ExtensionToken, Session } from './credential.ts';
import type { Scope } from './scope.ts';

/** A token that is to be made. */
export interface NewExtensionToken extends Pick<ExtensionToken, 'id' | 'name' | 'expiresAt'> {
  readonly secretHash: string;
  /** Default: the default scopes. */
  readonly scopes?: readonly Scope[];
}

/** Sign-in links of one member that work at the same time. */
export const maxOpenLoginLinks = 10;

/** Hashes of secrets and whom they stand for. Secrets themselves never reach a store. */
export interface CredentialStore {
  createSession(session: Session & { readonly secretHash: string }): Promise<void>;
  /** The session of a secret, unless it is absent, expired or revoked at `now`. */
  findSession(secretHash: string, now: Date): Promise<Session | undefined>;
  revokeSession(sessionId: string, now: Date): Promise<void>;

  /** Stores a link, and deletes the member's links that no longer work at `now` or are older than the newest {@link maxOpenLoginLinks}. */
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
  /** Uses a link up: returns whose it is once, and `undefined` ever after, or when it is expired or unknown. Atomic. */
  consumeLoginLink(
    secretHash: string,
    now: Date,
  ): Promise<{ readonly userId: string; readonly organizationId: string } | undefined>;

  createExtensionToken(principal: Principal, token: NewExtensionToken): Promise<ExtensionToken>;
  /** The token of a secret, unless absent, expired or revoked at `now`. Notes `lastUsedAt` at most once a minute. */
  findExtensionToken(secretHash: string, now: Date): Promise<ExtensionToken | undefined>;
  listExtensionTokens(principal: Principal): Promise<readonly ExtensionToken[]>;
  /** @throws AppError `NOT_FOUND` when it is absent or another's. */
  revokeExtensionToken(principal: Principal, tokenId: string, now: Date): Promise<void>;
}
