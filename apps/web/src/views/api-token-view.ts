import type { ExtensionToken } from '@shipmate/domain/access';
import type { ApiToken } from '@shipmate/protocol/web/tokens';

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
