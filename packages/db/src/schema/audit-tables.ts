import type { JsonValue, Principal } from '@shipmate/core';
import type { AuditKind } from '@shipmate/domain/audit';
import type { ColumnType, Generated } from 'kysely';

/** Nothing here refers to other rows but the organization's, so that an entry outlives what it is about. */
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
