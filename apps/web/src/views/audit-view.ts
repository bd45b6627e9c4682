import type { AuditEntry } from '@shipmate/domain/audit';
import type { AuditEntryView } from '@shipmate/protocol/web/audit';

export function toAuditEntryView({ at, ...entry }: AuditEntry): AuditEntryView {
  return { ...entry, at: at.toISOString() };
}
