import type { Principal } from '@shipmate/core';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';
import type { ExtensionToken } from './credential.ts';
import type { NewExtensionToken } from './credential-store.ts';

/** Makes a token for the principal's programs. */
export async function createExtensionToken(
  unitOfWork: UnitOfWork,
  principal: Principal,
  token: NewExtensionToken,
): Promise<ExtensionToken> {
  return unitOfWork.transaction(async ({ credentials, audit }) => {
    const made = await credentials.createExtensionToken(principal, token);
    await audit.append(principal, { kind: 'token_created', subjectId: made.id, details: { name: made.name } });
    return made;
  });
}

/** Revokes a token; doing it again changes nothing. @throws AppError `NOT_FOUND` when it is absent or another's. */
export async function revokeExtensionToken(
  unitOfWork: UnitOfWork,
  principal: Principal,
  { tokenId, now }: { readonly tokenId: string; readonly now: Date },
): Promise<void> {
  await unitOfWork.transaction(async ({ credentials, audit }) => {
    await credentials.revokeExtensionToken(principal, tokenId, now);
    await audit.append(principal, { kind: 'token_revoked', subjectId: tokenId });
  });
}
