import { z } from 'zod';

export const revisionSummarySchema = z.object({
  revisionNumber: z.number().int(),
  /** How it came to be: how the workspace began, or `accept`, `auto_accept`, `rollback`. */
  createdType: z.string(),
  /** Of a rollback: the revision whose files it has. */
  sourceRevisionNumber: z.number().int().nullable(),
  createdAt: z.string(),
});
export type RevisionSummary = z.infer<typeof revisionSummarySchema>;

/** `GET /api/workspaces/{id}/revisions`: newest first; 0 is how the workspace began. */
export const revisionListResponseSchema = z.object({
  revisions: z.array(
    revisionSummarySchema.extend({
      /** Who made it; null when they are gone. */
      createdBy: z.object({ id: z.string(), name: z.string() }).nullable(),
      /** How many files it changed in the revision before it; the first one added all that it has. */
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

/** `GET /api/workspaces/{id}/revisions/{n}`: what had been accepted then; nothing pending is in it. */
export const revisionResponseSchema = z.object({
  revision: revisionSummarySchema,
  charts: z.array(z.object({ id: z.string(), name: z.string(), root: z.string() })),
  files: z.array(z.object({ id: z.string(), chartId: z.string().nullable(), path: z.string(), content: z.string() })),
});
export type RevisionResponse = z.infer<typeof revisionResponseSchema>;

/** Query of `GET /api/workspaces/{id}/revisions/compare?from=1&to=4`; either may be the older one. */
export const compareRevisionsQuerySchema = z.object({
  from: z.coerce.number().int().nonnegative(),
  to: z.coerce.number().int().nonnegative(),
});

/** What was accepted from one revision to another, by path; files that are alike are left out. */
export const revisionComparisonResponseSchema = z.object({
  from: revisionSummarySchema,
  to: revisionSummarySchema,
  files: z.array(
    z.object({
      change: z.enum(['added', 'removed', 'modified', 'renamed']),
      path: z.string(),
      /** Where it was, when that is elsewhere. */
      previousPath: z.string().nullable(),
      /** Null when it was not there. */
      before: z.string().nullable(),
      /** Null when it is not there. */
      after: z.string().nullable(),
      additions: z.number().int(),
      deletions: z.number().int(),
    }),
  ),
});
export type RevisionComparisonResponse = z.infer<typeof revisionComparisonResponseSchema>;

/** `POST /api/workspaces/{id}/revisions/{n}/rollback`: a new revision with the files of revision n. */
export const rollbackRequestSchema = z.object({
  /** The revision that was current for the person; 409 when another is. */
  revisionNumber: z.number().int().nonnegative(),
});
export type RollbackRequest = z.infer<typeof rollbackRequestSchema>;
