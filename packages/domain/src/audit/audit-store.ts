import type { Principal } from '@shipmate/core';
import type { AuditAct, AuditEntry, AuditKind } from './audit-entry.ts';

/** Which entries are wanted. */
export interface AuditQuery {
  /** The id of an entry: those before it in time. */
  readonly before?: string | undefined;
  readonly kind?: AuditKind | undefined;
  readonly userId?: string | undefined;
  readonly limit: number;
}

/** The audit of an organization. **Contract.** Entries are added and never changed; only the organization takes them with it. */
export interface AuditStore {
  /**
   * Writes down what the principal does. To be called in the transaction of what it tells of. What can be done to its subject
   * only once is written down once, however often it is told.
   */
  append(principal: Principal, act: AuditAct): Promise<void>;
  /** Entries of the principal's organization, newest first; none for a `before` that is not there. Who may see them is for `readAudit` to say. */
  list(principal: Principal, query: AuditQuery): Promise<readonly AuditEntry[]>;
}
