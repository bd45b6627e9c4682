import { type Principal, silentLogger } from '@shipmate/core';
import { createDatabase } from '@shipmate/db';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { createWorkspaceFromTemplate } from '@shipmate/domain/workspace';

/** A workspace with the sample chart, and its owner. */
export interface ExampleWorkspace extends AsyncDisposable {
  readonly unitOfWork: UnitOfWork;
  readonly principal: Principal;
  readonly workspaceId: string;
}

/** Opens a database in memory, with one user who owns one workspace. */
export async function openWorkspace(): Promise<ExampleWorkspace> {
  const database = await createDatabase({ memory: true }, { logger: silentLogger });
  await database.migrate();
  const { unitOfWork } = database;
  const { users, workspaces } = unitOfWork.stores;
  const organization = await users.createOrganization({ id: newId(), name: 'Example' });
  const user = await users.createUser({ id: newId(), email: 'ada@example.test', name: 'Ada' });
  await users.addMember({ organizationId: organization.id, userId: user.id, role: 'owner' });
  const principal: Principal = { userId: user.id, organizationId: organization.id, via: 'local' };
  const { id: workspaceId } = await workspaces.create(principal, createWorkspaceFromTemplate('sample', 'Shop'));
  return { unitOfWork, principal, workspaceId, [Symbol.asyncDispose]: () => database.close() };
}
