export { auditKinds, type AuditAct, type AuditEntry, type AuditKind } from './audit-entry.ts';
export type { AuditQuery, AuditStore } from './audit-store.ts';
