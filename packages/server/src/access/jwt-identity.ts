import { createHash } from 'node:crypto';
import type { JwtClaims } from './jwt-verifier.ts';

/** Under which ids somebody whom only an issuer knows is kept here. */
export interface JwtIdentity {
  readonly userId: string;
  readonly organizationId: string;
}

/**
 * The ids that follow from what an issuer calls a person and an organization, so that another issuer's are others. Who is in no
 * organization has one alone.
 */
export function toJwtIdentity({
  issuer,
  subject,
  organization,
}: Pick<JwtClaims, 'issuer' | 'subject' | 'organization'>): JwtIdentity {
  return {
    userId: toUuid(['user', issuer, subject]),
    organizationId: toUuid(organization === undefined ? ['alone', issuer, subject] : ['org', issuer, organization]),
  };
}

/** A UUIDv8 of texts. */
function toUuid(texts: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(texts)).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
