import { isId } from '@shipmate/domain';
import type { Organization } from '@shipmate/domain/organization';
import type { User, UserStore } from '@shipmate/domain/user';
import { sql, type Selectable } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import type { AppUserTable, OrganizationTable } from '../../schema/organization-tables.ts';

const maxMembers = 1_000;

/** Creates a {@link UserStore} on SQL. */
export function createUserStore(executor: Executor): UserStore {
  return {
    async createOrganization(organization) {
      const row = await executor
        .insertInto('organization')
        .values({ id: organization.id, name: organization.name })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toOrganization(row);
    },

    async createUser(user) {
      const row = await executor
        .insertInto('app_user')
        .values({ id: user.id, email: user.email, name: user.name })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toUser(row);
    },

    async addMember(member) {
      await executor
        .insertInto('member')
        .values({ organization_id: member.organizationId, user_id: member.userId, role: member.role })
        .execute();
    },

    async findUser(userId) {
      if (!isId(userId)) return undefined;
      const row = await executor.selectFrom('app_user').selectAll().where('id', '=', userId).executeTakeFirst();
      return row && toUser(row);
    },

    async findUserByEmail(email) {
      const row = await executor
        .selectFrom('app_user')
        .selectAll()
        .where(sql`lower(email)`, '=', sql`lower(${email})`)
        .executeTakeFirst();
      return row && toUser(row);
    },

    async findOrganization(organizationId) {
      if (!isId(organizationId)) return undefined;
      const row = await executor
        .selectFrom('organization')
        .selectAll()
        .where('id', '=', organizationId)
        .executeTakeFirst();
      return row && toOrganization(row);
    },

    async listOrganizations(userId) {
      if (!isId(userId)) return [];
      const rows = await executor
        .selectFrom('member')
        .innerJoin('organization', 'organization.id', 'member.organization_id')
        .selectAll('organization')
        .select('member.role')
        .where('member.user_id', '=', userId)
        .orderBy('member.created_at')
        .orderBy('organization.id')
        .execute();
      return rows.map((row) => ({ ...toOrganization(row), role: row.role }));
    },

    async listMembers(organizationId) {
      if (!isId(organizationId)) return [];
      const rows = await executor
        .selectFrom('member')
        .innerJoin('app_user', 'app_user.id', 'member.user_id')
        .selectAll('app_user')
        .select('member.role')
        .where('member.organization_id', '=', organizationId)
        .orderBy('app_user.name')
        .orderBy('app_user.id')
        .limit(maxMembers)
        .execute();
      return rows.map((row) => ({ ...toUser(row), role: row.role }));
    },
  };
}

function toOrganization(row: Selectable<OrganizationTable>): Organization {
  return { id: row.id, name: row.name, createdAt: row.created_at };
}

function toUser(row: Selectable<AppUserTable>): User {
  return { id: row.id, email: row.email, name: row.name, createdAt: row.created_at };
}
