/** A browser session. Only the hash of its secret is stored. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly expiresAt: Date;
}

/** A token for programs. Only the SHA-256 of its secret is stored. */
export interface ExtensionToken {
  readonly id: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly name: string;
  /** The token's rights. */
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}
