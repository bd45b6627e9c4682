import { auditKinds } from '@shipmate/domain/audit';
import { z } from 'zod';

/** Something that somebody of the organization did. */
export const auditEntrySchema = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(auditKinds),
  userId: z.string(),
  /** Null once the user is gone. */
  userName: z.string().nullable(),
  /** How whoever asked was recognised; `job` for what a run did by itself, `local` for the command line. */
  via: z.enum(['session', 'extension_token', 'tool_token', 'jwt', 'job', 'local']),
  requestId: z.string().nullable(),
  /** Of whoever opened the connection, which may be a proxy. */
  remoteAddress: z.string().nullable(),
  /** The run, approval, grant, token or workspace that it was done to; null for the organization. */
  subjectId: z.string().nullable(),
  workspaceId: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntryView = z.infer<typeof auditEntrySchema>;

const filter = { kind: z.enum(auditKinds).optional(), user: z.string().optional() };

/** `GET /api/audit`: newest first, for the owners of the organization only; 404 to all others. */
export const auditQuerySchema = z.object({
  ...filter,
  /** `next` of the page before. */
  before: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

export const auditListResponseSchema = z.object({
  entries: z.array(auditEntrySchema),
  /** What the next page comes `before`; null on the last one. */
  next: z.string().nullable(),
});
export type AuditListResponse = z.infer<typeof auditListResponseSchema>;

/** `GET /api/audit/export`: all entries, one {@link auditEntrySchema} a line, or as a table. */
export const auditExportQuerySchema = z.object({ ...filter, format: z.enum(['ndjson', 'csv']).default('ndjson') });
