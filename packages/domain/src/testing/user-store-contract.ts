import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { roles } from '../organization/organization.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestTenant } from './create-test-tenant.ts';

/** Runs the contract of every `UserStore`. */
export function userStoreContract(open: OpenDatabase): void {
  describe('UserStore', () => {
    const database = useDatabase(open);
    const users = () => database().unitOfWork.stores.users;

    it('finds users by id and by e-mail address, case-insensitively', async () => {
      const email = `Ada.${newId()}@Example.test`;
      const user = await users().createUser({ id: newId(), email, name: 'Ada' });
      expect(user).toMatchObject({ email, name: 'Ada', createdAt: expect.any(Date) });
      expect(await users().findUser(user.id)).toEqual(user);
      expect(await users().findUserByEmail(email.toLowerCase())).toEqual(user);
      expect(await users().findUserByEmail(email.toUpperCase())).toEqual(user);
    });

    it('refuses a second user with an e-mail address', async () => {
      const { user } = await createTestTenant(database().unitOfWork);
      const twin = { id: newId(), email: user.email.toUpperCase(), name: 'Twin' };
      await expect(users().createUser(twin)).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await users().findUser(twin.id)).toBeUndefined();
    });

    it.each(['nobody', newId()])('returns nothing for the unknown id %s', async (id) => {
      expect(await users().findUser(id)).toBeUndefined();
      expect(await users().findOrganization(id)).toBeUndefined();
      expect(await users().listOrganizations(id)).toEqual([]);
      expect(await users().findUserByEmail(id)).toBeUndefined();
    });

    it('lists the organizations of a user with the role, oldest membership first', async () => {
      const { user, organization } = await createTestTenant(database().unitOfWork);
      const joined = [{ ...organization, role: 'owner' }];
      for (const role of roles) {
        const other = await users().createOrganization({ id: newId(), name: role });
        expect(await users().findOrganization(other.id)).toEqual(other);
        await users().addMember({ organizationId: other.id, userId: user.id, role });
        joined.push({ ...other, role });
      }
      expect(await users().listOrganizations(user.id)).toEqual(joined);
    });

    it('lists the members of an organization by name', async () => {
      const { user, organization } = await createTestTenant(database().unitOfWork);
      const first = await users().createUser({ id: newId(), email: `${newId()}@example.test`, name: 'Ada' });
      await users().addMember({ organizationId: organization.id, userId: first.id, role: 'member' });
      expect(await users().listMembers(organization.id)).toEqual([
        { ...first, role: 'member' },
        { ...user, role: 'owner' },
      ]);
      expect(await users().listMembers(newId())).toEqual([]);
    });

    it('adds a member once', async () => {
      const { user, organization } = await createTestTenant(database().unitOfWork);
      const again = { organizationId: organization.id, userId: user.id, role: 'member' } as const;
      await expect(users().addMember(again)).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await users().listOrganizations(user.id)).toMatchObject([{ role: 'owner' }]);
    });

    it('refuses a member of an organization that does not exist', async () => {
      const { user } = await createTestTenant(database().unitOfWork);
      const nowhere = { organizationId: newId(), userId: user.id, role: 'member' } as const;
      await expect(users().addMember(nowhere)).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
    });
  });
}
