import type { Principal } from '@shipmate/core';
import type { AuditAct, AuditEntry, AuditKind } from './audit-entry.ts';

/** Filter for audit entries. */
export interface AuditQuery {
  /** Cursor: the id of an entry; only older ones follow. */
  readonly before?: string | undefined;
  readonly kind?: AuditKind | undefined;
  readonly userId?: string | undefined;
  readonly limit: number;
}

/**
 * The audit log of an organization. **Contract.** Entries are append-only; they are deleted only with the
 * organization.
 */
export interface AuditStore {
  /**
   * Appends an action of the principal. Call it in the transaction of that action. An action that can happen
   * to its subject only once is recorded once, however often it is appended.
   */
  append(principal: Principal, act: AuditAct): Promise<void>;
  /**
   * Lists entries of the principal's organization, newest first; none for an unknown `before`. `readAudit`
   * decides about access.
   */
  list(principal: Principal, query: AuditQuery): Promise<readonly AuditEntry[]>;
}
