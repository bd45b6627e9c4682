import { createHash } from 'node:crypto';
import type { JwtClaims } from './jwt-verifier.ts';

/** Local ids of an external user. */
export interface JwtIdentity {
  readonly userId: string;
  readonly organizationId: string;
}

/**
 * Derives ids from the issuer's ids of a person and an organization; ids of different issuers never collide. A person
 * without an organization gets one of their own.
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

/** Derives a UUIDv8 from texts. */
function toUuid(texts: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(texts)).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
