import { createHash } from 'node:crypto';
import { AppError, type Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { JwtClaims, JwtVerifier } from './jwt-verifier.ts';

/** Resolves JWTs to principals. */
export interface JwtAccess {
  /**
   * @throws AppError `UNAUTHORIZED` when the token is invalid, or not valid for its organization; `UNAVAILABLE` without
   * the issuer's keys.
   */
  verify(token: string): Promise<Principal>;
}

/** Options for {@link createJwtAccess}. */
export interface JwtAccessOptions {
  readonly verifier: JwtVerifier;
  readonly unitOfWork: Pick<UnitOfWork, 'transaction'> & { readonly stores: Pick<UnitOfWork['stores'], 'users'> };
}

/** Concurrent first requests may create the same organization. */
const attempts = 3;

/**
 * Creates the mapping of JWTs to principals. A `sub` that is the id of a user here is that user, in the organization
 * with the id `org`, or in their oldest one. Any other `sub` is an external user, created at first use in the issuer's
 * organization `org`, or in an organization of their own; the first member of an organization is its owner. A token
 * therefore never grants access to another organization.
 */
export function createJwtAccess({ verifier, unitOfWork }: JwtAccessOptions): JwtAccess {
  const { users } = unitOfWork.stores;

  async function findMember({
    subject,
    organization,
  }: JwtClaims): Promise<Pick<Principal, 'userId' | 'organizationId'>> {
    const organizations = await users.listOrganizations(subject);
    const place = organization === undefined ? organizations[0] : organizations.find(({ id }) => id === organization);
    if (place) return { userId: subject, organizationId: place.id };
    throw new AppError({ code: 'UNAUTHORIZED', message: 'The user of the token is not a member of its organization.' });
  }

  async function findOrMakeMember(claims: JwtClaims): Promise<Pick<Principal, 'userId' | 'organizationId'>> {
    const identity = toJwtIdentity(claims);
    for (let attempt = 1; ; attempt += 1) {
      const organizations = await users.listOrganizations(identity.userId);
      if (organizations.some(({ id }) => id === identity.organizationId)) return identity;
      try {
        await makeMember(claims);
        return identity;
      } catch (thrown) {
        const isTaken = AppError.isInstance(thrown) && thrown.code === 'CONFLICT';
        if (!isTaken || attempt === attempts) throw thrown;
      }
    }
  }

  function makeMember(claims: JwtClaims): Promise<void> {
    const { userId, organizationId } = toJwtIdentity(claims);
    const name = claims.name ?? claims.subject;
    return unitOfWork.transaction(async (stores) => {
      if (!(await stores.users.findUser(userId))) {
        // The issuer's email addresses are unverified; this one is undeliverable.
        await stores.users.createUser({ id: userId, email: `${userId}@jwt.invalid`, name });
      }
      const isNew = !(await stores.users.findOrganization(organizationId));
      if (isNew) await stores.users.createOrganization({ id: organizationId, name: claims.organization ?? name });
      await stores.users.addMember({ organizationId, userId, role: isNew ? 'owner' : 'member' });
    });
  }

  return {
    async verify(token) {
      const claims = await verifier.verify(token);
      const isKnown = (await users.findUser(claims.subject)) !== undefined;
      const member = isKnown ? await findMember(claims) : await findOrMakeMember(claims);
      const { isPerson, scopes } = claims;
      return { ...member, via: 'jwt', isPerson, token, ...(scopes !== undefined && { scopes }) };
    },
  };
}

/** Local ids of an external user. */
interface JwtIdentity {
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
