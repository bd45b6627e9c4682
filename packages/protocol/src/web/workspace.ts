import { z } from 'zod';

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

/** `GET /api/workspaces/{id}`, and the answer to accept and reject. */
export const workspaceResponseSchema = z.object({
  workspace: workspaceSummarySchema,
  charts: z.array(z.object({ id: z.string(), name: z.string(), root: z.string() })),
  files: z.array(fileViewSchema),
  /** Newest first; `revisionNumber` 0 is how the workspace began. */
  revisions: z.array(z.object({ revisionNumber: z.number().int(), createdType: z.string(), createdAt: z.string() })),
  /** The caller's newest conversation here; null before the first message. */
  conversation: z.object({ id: z.string(), title: z.string().nullable() }).nullable(),
});
export type WorkspaceResponse = z.infer<typeof workspaceResponseSchema>;

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

/** `POST /api/workspaces/{id}/changes/accept` and `…/reject`. */
export const changeDecisionRequestSchema = z.object({
  /** The revision that the person saw; 409 when another is current. */
  revisionNumber: z.number().int().nonnegative(),
  /** All pending changes when absent. */
  paths: z.array(z.string()).min(1).optional(),
});
export type ChangeDecisionRequest = z.infer<typeof changeDecisionRequestSchema>;
