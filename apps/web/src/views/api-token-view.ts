import type { ExtensionToken } from '@shipmate/domain';
import type { ApiToken } from '@shipmate/protocol';

/** A token as its owner sees it. */
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
