import type { Generated } from 'kysely';

export interface SessionTable {
  id: string;
  organization_id: string;
  user_id: string;
  secret_hash: string;
  created_at: Generated<Date>;
  expires_at: Date;
  revoked_at: Date | null;
}

export interface LoginLinkTable {
  id: string;
  organization_id: string;
  user_id: string;
  secret_hash: string;
  created_at: Generated<Date>;
  expires_at: Date;
  consumed_at: Date | null;
}

export interface ExtensionTokenTable {
  id: string;
  organization_id: string;
  user_id: string;
  name: string;
  /** SHA-256 of the secret; the secret itself is not stored. */
  secret_hash: string;
  scopes: string[];
  created_at: Generated<Date>;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
}
