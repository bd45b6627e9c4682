import type { Principal } from '@shipmate/core';
import { newId } from '../identifier/id.ts';
import type { Organization } from '../organization/organization.ts';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';
import type { UserStore } from '../user/user-store.ts';
import type { User } from '../user/user.ts';

/** An organization with one owner, and that owner's principal. */
export interface TestTenant {
  readonly principal: Principal;
  readonly user: User;
  readonly organization: Organization;
}

/** Creates a tenant that no other test uses. */
export async function createTestTenant(unitOfWork: UnitOfWork): Promise<TestTenant> {
  return unitOfWork.transaction(async ({ users }) => {
    const organization = await users.createOrganization({ id: newId(), name: 'Test organization' });
    const user = await createTestUser(users);
    await users.addMember({ organizationId: organization.id, userId: user.id, role: 'owner' });
    return { principal: { userId: user.id, organizationId: organization.id, via: 'session' }, user, organization };
  });
}

/** Adds another user to a tenant's organization and returns that user's principal. */
export async function createTestColleague(
  unitOfWork: UnitOfWork,
  { organization }: Partial<Omit<TestTenant, 'organization'>> & { readonly organization: Pick<Organization, 'id'> },
): Promise<Principal> {
  return unitOfWork.transaction(async ({ users }) => {
    const user = await createTestUser(users);
    await users.addMember({ organizationId: organization.id, userId: user.id, role: 'member' });
    return { userId: user.id, organizationId: organization.id, via: 'session' };
  });
}

async function createTestUser(users: UserStore): Promise<User> {
  const id = newId();
  return users.createUser({ id, email: `${id}@example.test`, name: 'Test user' });
}
