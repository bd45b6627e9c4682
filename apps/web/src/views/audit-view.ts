import type { AuditEntry } from '@shipmate/domain';
import type { AuditEntryView } from '@shipmate/protocol';

export function toAuditEntryView({ at, ...entry }: AuditEntry): AuditEntryView {
  return { ...entry, at: at.toISOString() };
}
