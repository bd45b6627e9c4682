import type { Organization, Role } from '../organization/organization.ts';
import type { User } from './user.ts';

/**
 * Store for users, organizations and memberships. **Contract.** Methods throw `AppError` `DATABASE_ERROR` if
 * the database fails.
 */
export interface UserStore {
  createOrganization(organization: { readonly id: string; readonly name: string }): Promise<Organization>;
  createUser(user: { readonly id: string; readonly email: string; readonly name: string }): Promise<User>;
  addMember(member: { readonly organizationId: string; readonly userId: string; readonly role: Role }): Promise<void>;
  findUser(userId: string): Promise<User | undefined>;
  findUserByEmail(email: string): Promise<User | undefined>;
  findOrganization(organizationId: string): Promise<Organization | undefined>;
  /** Lists the organizations of a user, oldest membership first. */
  listOrganizations(userId: string): Promise<readonly (Organization & { readonly role: Role })[]>;
  /** Lists the members of an organization by name, at most 1,000. */
  listMembers(organizationId: string): Promise<readonly (User & { readonly role: Role })[]>;
}
