import type { Principal } from '@shipmate/core';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { createWorkspaceFromTemplate } from '@shipmate/domain/workspace';
import { seedSampleRule } from './seed-sample-rule.ts';
import { seedSampleRows } from './seed-sample-rows.ts';

/**
 * Creates the first organization, its owner, the sample chart workspace, sample rows and a rule on them, unless the owner exists.
 *
 * @returns `true` if it created them.
 */
export function seed(unitOfWork: UnitOfWork, userEmail: string): Promise<boolean> {
  return unitOfWork.transaction(async ({ users, workspaces, entityRows, rules }) => {
    if (await users.findUserByEmail(userEmail)) return false;
    const organization = await users.createOrganization({ id: newId(), name: 'Demo' });
    const user = await users.createUser({ id: newId(), email: userEmail, name: 'Demo' });
    await users.addMember({ organizationId: organization.id, userId: user.id, role: 'owner' });
    const owner: Principal = { userId: user.id, organizationId: organization.id, via: 'local' };
    await workspaces.create(owner, createWorkspaceFromTemplate('sample', 'Sample shop'));
    await seedSampleRows({ entityRows }, owner);
    await seedSampleRule({ rules }, owner);
    return true;
  });
}
