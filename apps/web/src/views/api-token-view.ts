import type { ExtensionToken } from '@shipmate/domain';
import type { ApiToken } from '@shipmate/protocol';

/** Returns a token for its owner. */
export function toApiToken({ id, name, scopes, createdAt, lastUsedAt, expiresAt }: ExtensionToken): ApiToken {
  return {
    id,
    name,
    scopes: [...scopes],
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
