import type { JsonValue, Principal } from '@shipmate/core';
import type { AuditKind } from '@shipmate/domain/audit';
import type { ColumnType, Generated } from 'kysely';

/** An audit entry refers to no row except its organization, so that it outlives its subject. */
export interface AuditEntryTable {
  id: string;
  organization_id: string;
  at: Generated<Date>;
  user_id: string;
  via: Principal['via'];
  request_id: string | null;
  remote_address: string | null;
  kind: AuditKind;
  subject_id: string | null;
  workspace_id: string | null;
  details: ColumnType<Readonly<Record<string, JsonValue>>, string, never>;
}
