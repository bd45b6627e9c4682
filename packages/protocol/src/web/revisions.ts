import { z } from 'zod';

export const revisionSummarySchema = z.object({
  revisionNumber: z.number().int(),
  /** Origin of the revision: that of the workspace, or `accept`, `auto_accept`, `rollback`. */
  createdType: z.string(),
  /** For a rollback: the revision whose files it has. */
  sourceRevisionNumber: z.number().int().nullable(),
  createdAt: z.string(),
});
export type RevisionSummary = z.infer<typeof revisionSummarySchema>;

/** `GET /api/workspaces/{id}/revisions`: newest first; 0 is the initial one. */
export const revisionListResponseSchema = z.object({
  revisions: z.array(
    revisionSummarySchema.extend({
      /** The author; null once the user has been deleted. */
      createdBy: z.object({ id: z.string(), name: z.string() }).nullable(),
      /** Number of files changed since the previous revision; the first one added all its files. */
      changes: z.object({
        added: z.number().int(),
        removed: z.number().int(),
        modified: z.number().int(),
        renamed: z.number().int(),
      }),
    }),
  ),
});
export type RevisionListResponse = z.infer<typeof revisionListResponseSchema>;

/** `GET /api/workspaces/{id}/revisions/{n}`: the accepted files of the revision, without pending changes. */
export const revisionResponseSchema = z.object({
  revision: revisionSummarySchema,
  charts: z.array(z.object({ id: z.string(), name: z.string(), root: z.string() })),
  files: z.array(z.object({ id: z.string(), chartId: z.string().nullable(), path: z.string(), content: z.string() })),
});
export type RevisionResponse = z.infer<typeof revisionResponseSchema>;

/** Query of `GET /api/workspaces/{id}/revisions/compare?from=1&to=4`; either may be the older one. */
export const compareRevisionsQuerySchema = z.strictObject({
  from: z.coerce.number().int().nonnegative(),
  to: z.coerce.number().int().nonnegative(),
});

/** The files that differ between two revisions, by path. */
export const revisionComparisonResponseSchema = z.object({
  from: revisionSummarySchema,
  to: revisionSummarySchema,
  files: z.array(
    z.object({
      change: z.enum(['added', 'removed', 'modified', 'renamed']),
      path: z.string(),
      /** Path in the first revision, if different. */
      previousPath: z.string().nullable(),
      /** Null when the file is not in the first revision. */
      before: z.string().nullable(),
      /** Null when the file is not in the second revision. */
      after: z.string().nullable(),
      additions: z.number().int(),
      deletions: z.number().int(),
    }),
  ),
});
export type RevisionComparisonResponse = z.infer<typeof revisionComparisonResponseSchema>;

/** `POST /api/workspaces/{id}/revisions/{n}/rollback`: creates a new revision with the files of revision n. */
export const rollbackRequestSchema = z.strictObject({
  /** The current revision on the person's screen; 409 when another is current. */
  revisionNumber: z.number().int().nonnegative(),
});
export type RollbackRequest = z.infer<typeof rollbackRequestSchema>;
