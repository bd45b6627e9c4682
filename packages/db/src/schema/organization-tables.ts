import type { Role } from '@shipmate/domain/organization';
import type { Generated } from 'kysely';

export interface OrganizationTable {
  id: string;
  name: string;
  /** The quota of this organization; null for that of the installation. */
  storage_quota_bytes: Generated<string | null>;
  created_at: Generated<Date>;
}

export interface AppUserTable {
  id: string;
  /** Unique, ignoring case. */
  email: string;
  name: string;
  created_at: Generated<Date>;
}

export interface MemberTable {
  organization_id: string;
  user_id: string;
  role: Role;
  created_at: Generated<Date>;
}
