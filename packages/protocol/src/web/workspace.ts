import { z } from 'zod';
import { revisionSummarySchema } from './revisions.ts';
import { workspaceSettingsSchema } from './settings.ts';

/** Neighbouring lines that a pending change replaces. Lines count from 1; `POST …/changes/hunks` decides on hunks by id. */
export const hunkSchema = z.object({
  /** Good for exactly these two contents. */
  id: z.string(),
  /** The first replaced line of `content`; where `oldLines` is 0, the line before which others are added. */
  oldStart: z.number().int(),
  oldLines: z.number().int(),
  /** The same in `contentPending`. */
  newStart: z.number().int(),
  newLines: z.number().int(),
  /** Ids of the hunks that are decided along with this one: they begin or end the same block of a template. */
  partners: z.array(z.string()).readonly(),
});

/** A file with its pending change, as the browser shows it. */
export const fileViewSchema = z.object({
  id: z.string(),
  chartId: z.string().nullable(),
  path: z.string(),
  content: z.string(),
  /** What the file will hold once accepted; null when nothing is pending or its deletion is. */
  contentPending: z.string().nullable(),
  pendingOp: z.enum(['create', 'modify', 'delete', 'rename']).nullable(),
  /** For a pending rename: the new path. */
  pendingPath: z.string().nullable(),
  /** Lines that the pending change adds and removes. */
  additions: z.number().int(),
  deletions: z.number().int(),
  /** What an edit of the file has to name; another one as soon as anybody changes anything of it. */
  version: z.string(),
  /** From top to bottom. None where there is nothing but to take or leave the file: a creation, a deletion. */
  hunks: z.array(hunkSchema),
});
export type FileView = z.infer<typeof fileViewSchema>;

export const workspaceSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  summary: z.string().nullable(),
  /** How it began: `prompt`, `sample`, … */
  createdType: z.string(),
  currentRevisionNumber: z.number().int(),
  pendingCount: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type WorkspaceSummary = z.infer<typeof workspaceSummarySchema>;

/** `GET /api/workspaces`: newest change first. */
export const workspaceListResponseSchema = z.object({ workspaces: z.array(workspaceSummarySchema) });
export type WorkspaceListResponse = z.infer<typeof workspaceListResponseSchema>;

/** `GET /api/workspaces/{id}`, and the answer to every change of its files. */
export const workspaceResponseSchema = z.object({
  workspace: workspaceSummarySchema,
  charts: z.array(z.object({ id: z.string(), name: z.string(), root: z.string() })),
  files: z.array(fileViewSchema),
  /** Newest first; `revisionNumber` 0 is how the workspace began. */
  revisions: z.array(revisionSummarySchema),
  settings: workspaceSettingsSchema,
  /** The caller's newest conversation here; null before the first message. */
  conversation: z.object({ id: z.string(), title: z.string().nullable() }).nullable(),
});
export type WorkspaceResponse = z.infer<typeof workspaceResponseSchema>;

/** The answer to `POST /api/workspaces/{id}/revisions/{n}/rollback`: the workspace as it is then. */
export const rollbackResponseSchema = workspaceResponseSchema.extend({
  /** Pending changes for which the old revision has no place; they can still be read in the revision before the rollback. */
  notCarried: z.array(fileViewSchema.pick({ path: true, pendingOp: true })),
});
export type RollbackResponse = z.infer<typeof rollbackResponseSchema>;

/** `POST /api/workspaces`: a prompt starts a conversation and its first run; without one the workspace is just made. */
export const createWorkspaceRequestSchema = z.object({
  /** `starter` is a small chart to build on; `sample` is the chart that the product shows itself with. */
  template: z.enum(['starter', 'sample']).default('starter'),
  prompt: z.string().trim().min(1).max(20_000).optional(),
  /** One of the session's models; the default one when absent. */
  model: z.string().optional(),
});
export type CreateWorkspaceRequest = z.input<typeof createWorkspaceRequestSchema>;
export const createWorkspaceResponseSchema = z.object({
  workspaceId: z.string(),
  conversationId: z.string().nullable(),
  runId: z.string().nullable(),
});
export type CreateWorkspaceResponse = z.infer<typeof createWorkspaceResponseSchema>;

/**
 * `POST /api/workspaces/{id}/changes/accept` and `…/reject`. Accepting where `validateBeforeAccept` is on: 400 with what is
 * wrong in `details`, 503 when nothing can validate here.
 */
export const changeDecisionRequestSchema = z.object({
  /** The revision that the person saw; 409 when another is current. */
  revisionNumber: z.number().int().nonnegative(),
  /** All pending changes when absent. */
  paths: z.array(z.string()).min(1).optional(),
  /** The versions that the person saw, by path. When given, 409 for a change that was not seen so, as for a file's edit. */
  versions: z.record(z.string(), z.string()).optional(),
});
export type ChangeDecisionRequest = z.infer<typeof changeDecisionRequestSchema>;

/** `POST /api/workspaces/{id}/changes/hunks`: accepting makes a revision, rejecting only changes what is pending. */
export const hunkDecisionRequestSchema = z
  .object({
    revisionNumber: z.number().int().nonnegative(),
    path: z.string(),
    /** Ids of {@link FileView.hunks}; 409 when the file has one of them no more. */
    accept: z.array(z.string()).default([]),
    reject: z.array(z.string()).default([]),
  })
  .refine(({ accept, reject }) => accept.length + reject.length > 0, 'must accept or reject something');
export type HunkDecisionRequest = z.input<typeof hunkDecisionRequestSchema>;
