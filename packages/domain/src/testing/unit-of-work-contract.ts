import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestTenant } from './create-test-tenant.ts';
import { newTestFile, newTestWorkspace } from './new-test-workspace.ts';

/** Runs the contract of every `UnitOfWork`. */
export function unitOfWorkContract(open: OpenDatabase): void {
  describe('UnitOfWork', () => {
    const database = useDatabase(open);

    it('stores all of a transaction and returns the result of the work', async () => {
      const { unitOfWork } = database();
      const tenant = await createTestTenant(unitOfWork);
      expect(await unitOfWork.stores.users.findUser(tenant.user.id)).toEqual(tenant.user);
      expect(await unitOfWork.stores.users.findOrganization(tenant.organization.id)).toEqual(tenant.organization);
    });

    it('stores nothing of a transaction that throws, and rethrows the error', async () => {
      const { unitOfWork } = database();
      const { principal } = await createTestTenant(unitOfWork);
      const workspace = newTestWorkspace();
      const thrown = new RangeError('changed my mind');
      const attempt = unitOfWork.transaction(async ({ workspaces }) => {
        await workspaces.create(principal, workspace);
        await workspaces.addFile(principal, workspace.id, newTestFile('new.yaml', ''));
        throw thrown;
      });
      await expect(attempt).rejects.toBe(thrown);
      await expect(unitOfWork.stores.workspaces.get(principal, workspace.id)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    });

    it('rolls back when a store throws within it', async () => {
      const { unitOfWork } = database();
      const { user } = await createTestTenant(unitOfWork);
      const id = newId();
      const attempt = unitOfWork.transaction(async ({ users }) => {
        await users.createOrganization({ id, name: 'Half' });
        await users.createUser({ id: newId(), email: user.email, name: 'Twin' });
      });
      await expect(attempt).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await unitOfWork.stores.users.findOrganization(id)).toBeUndefined();
    });

    it('continues after an error that is no failure of the database', async () => {
      const { unitOfWork } = database();
      const { principal } = await createTestTenant(unitOfWork);
      const workspace = newTestWorkspace();
      await unitOfWork.transaction(async ({ workspaces }) => {
        await workspaces.create(principal, workspace);
        await expect(workspaces.addFile(principal, workspace.id, newTestFile('Chart.yaml', ''))).rejects.toMatchObject({
          code: 'CONFLICT',
        });
        await expect(workspaces.get(principal, newId())).rejects.toMatchObject({ code: 'NOT_FOUND' });
        await workspaces.setSummary(principal, workspace.id, 'still here');
      });
      expect((await unitOfWork.stores.workspaces.get(principal, workspace.id)).summary).toBe('still here');
    });

    it('hides a transaction from others until it ends', async () => {
      const { unitOfWork } = database();
      const id = newId();
      const created = Promise.withResolvers<void>();
      const transaction = unitOfWork.transaction(async ({ users }) => {
        await users.createOrganization({ id, name: 'Soon' });
        created.resolve();
      });
      await created.promise;
      const seen = unitOfWork.stores.users.findOrganization(id);
      await transaction;
      // Read before or after the commit, it is never seen in part.
      expect([undefined, id]).toContain((await seen)?.id);
      expect((await unitOfWork.stores.users.findOrganization(id))?.id).toBe(id);
    });

    it('runs many transactions concurrently', async () => {
      const { unitOfWork } = database();
      const tenants = await Promise.all(Array.from({ length: 20 }, () => createTestTenant(unitOfWork)));
      expect(new Set(tenants.map(({ organization }) => organization.id)).size).toBe(20);
    });
  });
}
