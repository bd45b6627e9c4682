import { auditKinds } from '@shipmate/domain/audit';
import { z } from 'zod';

/** An audited action of a member of the organization. */
export const auditEntrySchema = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(auditKinds),
  userId: z.string(),
  /** Null once the user has been deleted. */
  userName: z.string().nullable(),
  /** Authentication of the caller; `job` for automatic actions of a run, `local` for the command line. */
  via: z.enum(['session', 'extension_token', 'tool_token', 'jwt', 'job', 'local']),
  requestId: z.string().nullable(),
  /** Address of the peer of the connection, which may be a proxy. */
  remoteAddress: z.string().nullable(),
  /** The run, approval, grant, token or workspace that the action changed; null for the organization. */
  subjectId: z.string().nullable(),
  workspaceId: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntryView = z.infer<typeof auditEntrySchema>;

const filter = { kind: z.enum(auditKinds).optional(), user: z.string().optional() };

/** `GET /api/audit`: newest first, for the owners of the organization only; 404 for others. */
export const auditQuerySchema = z.strictObject({
  ...filter,
  /** `next` of the previous page. */
  before: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

export const auditListResponseSchema = z.object({
  entries: z.array(auditEntrySchema),
  /** `before` of the next page; null on the last page. */
  next: z.string().nullable(),
});
export type AuditListResponse = z.infer<typeof auditListResponseSchema>;

/** `GET /api/audit/export`: all entries, one {@link auditEntrySchema} per line, or as a table. */
export const auditExportQuerySchema = z.strictObject({
  ...filter,
  format: z.enum(['ndjson', 'csv']).default('ndjson'),
});
