import type { Principal } from '@shipmate/core';
import { newId, type Organization, type UnitOfWork, type User } from '@shipmate/domain';

/** An organization with one owner, and that owner's principal. */
export interface TestTenant {
  readonly principal: Principal;
  readonly user: User;
  readonly organization: Organization;
}

/** Makes a tenant that no other test has. */
export async function createTestTenant(unitOfWork: UnitOfWork): Promise<TestTenant> {
  return unitOfWork.transaction(async ({ users }) => {
    const organization = await users.createOrganization({ id: newId(), name: 'Test organization' });
    const id = newId();
    const user = await users.createUser({ id, email: `${id}@example.test`, name: 'Test user' });
    await users.addMember({ organizationId: organization.id, userId: user.id, role: 'owner' });
    return { principal: { userId: user.id, organizationId: organization.id, via: 'session' }, user, organization };
  });
}
