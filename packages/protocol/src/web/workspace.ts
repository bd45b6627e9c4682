import { z } from 'zod';
import { pageQuerySchema } from './page.ts';
import { revisionSummarySchema } from './revisions.ts';
import { workspaceSettingsSchema } from './settings.ts';

/** Adjacent lines that a pending change replaces. Lines count from 1; `POST …/changes/hunks` decides hunks by id. */
export const hunkSchema = z.object({
  /** Valid for exactly these two contents. */
  id: z.string(),
  /** First replaced line of `content`; when `oldLines` is 0, the line before which lines are added. */
  oldStart: z.number().int(),
  oldLines: z.number().int(),
  /** The same in `contentPending`. */
  newStart: z.number().int(),
  newLines: z.number().int(),
  /** Ids of the hunks that are decided along with this one: they begin or end the same block of a template. */
  partners: z.array(z.string()).readonly(),
});

/** A file without its content. Fields that say nothing about an unchanged file are left out of responses. */
export const fileSummarySchema = z.object({
  id: z.string(),
  chartId: z.string().nullable().default(null),
  path: z.string(),
  /** Size of the content including its pending change, in bytes of UTF-8. */
  bytes: z.number().int(),
  /** The version that an edit of the file must name; changes with every change of the file. */
  version: z.string(),
  /** The version after acceptance of the pending change; null without one, and for a pending deletion. */
  acceptedVersion: z.string().nullable().default(null),
  pendingOp: z.enum(['create', 'modify', 'delete', 'rename']).nullable().default(null),
  /** New path of a pending rename. */
  pendingPath: z.string().nullable().default(null),
  /** Numbers of lines that the pending change adds and removes. */
  additions: z.number().int().default(0),
  deletions: z.number().int().default(0),
});
export type FileSummary = z.infer<typeof fileSummarySchema>;

/** A file with its content and its pending change. */
export const fileViewSchema = fileSummarySchema.extend({
  content: z.string(),
  /** Content after acceptance; null without a pending change, and for a pending deletion. */
  contentPending: z.string().nullable(),
  /** From top to bottom. Empty for a creation or deletion, which is decided as a whole. */
  hunks: z.array(hunkSchema),
});
export type FileView = z.infer<typeof fileViewSchema>;

/** Maximum number of paths in one request for files. */
export const maxFilesPerRequest = 50;

/** Query of `GET /api/workspaces/{id}/files`: `path` once for each file. */
export const filesQuerySchema = z.strictObject({ path: z.array(z.string()).min(1).max(maxFilesPerRequest) });

/**
 * `GET /api/workspaces/{id}/files?path=a&path=b`: files of the current revision by their accepted paths, in the order of
 * their paths; 404 when one of them does not exist. The `ETag` changes with the versions of the files; a request with a
 * matching `If-None-Match` gets 304.
 */
export const filesResponseSchema = z.object({ files: z.array(fileViewSchema) });
export type FilesResponse = z.infer<typeof filesResponseSchema>;

export const workspaceSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  summary: z.string().nullable(),
  /** Origin of the workspace: `prompt`, `sample`, … */
  createdType: z.string(),
  currentRevisionNumber: z.number().int(),
  pendingCount: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type WorkspaceSummary = z.infer<typeof workspaceSummarySchema>;

/** Query of `GET /api/workspaces`. */
export const workspaceListQuerySchema = pageQuerySchema;

/** `GET /api/workspaces`: last changed first. */
export const workspaceListResponseSchema = z.object({
  workspaces: z.array(workspaceSummarySchema),
  /** `before` of the next page; null on the last page. */
  next: z.string().nullable(),
});
export type WorkspaceListResponse = z.infer<typeof workspaceListResponseSchema>;

/**
 * Query of `GET /api/workspaces/{id}` and of every change of its files or revisions: `none` for
 * {@link workspaceOutlineSchema}, `all` for {@link workspaceResponseSchema}.
 */
export const contentsQuerySchema = z.strictObject({ contents: z.enum(['all', 'none']).default('all') });

/** A workspace without contents of files: what a page needs to open it, whatever its size. */
export const workspaceOutlineSchema = z.object({
  workspace: workspaceSummarySchema,
  charts: z.array(z.object({ id: z.string(), name: z.string(), root: z.string() })),
  files: z.array(fileSummarySchema),
  settings: workspaceSettingsSchema,
  /** The caller's newest conversation here; null before the first message. */
  conversation: z.object({ id: z.string(), title: z.string().nullable() }).nullable(),
});
export type WorkspaceOutline = z.infer<typeof workspaceOutlineSchema>;

/** `GET /api/workspaces/{id}`, and the response to every change of its files, with all contents. */
export const workspaceResponseSchema = workspaceOutlineSchema.extend({
  files: z.array(fileViewSchema),
  /** Newest first; `revisionNumber` 0 is the initial one. */
  revisions: z.array(revisionSummarySchema),
});
export type WorkspaceResponse = z.infer<typeof workspaceResponseSchema>;

const rollbackResult = {
  /**
   * Pending changes that do not apply to the old revision; they remain readable in the revision before the rollback.
   */
  notCarried: z.array(fileViewSchema.pick({ path: true, pendingOp: true })),
};
/** The response to `POST /api/workspaces/{id}/revisions/{n}/rollback`: the workspace after the rollback. */
export const rollbackResponseSchema = workspaceResponseSchema.extend(rollbackResult);
export type RollbackResponse = z.infer<typeof rollbackResponseSchema>;
/** The same without contents. */
export const rollbackOutlineSchema = workspaceOutlineSchema.extend(rollbackResult);
export type RollbackOutline = z.infer<typeof rollbackOutlineSchema>;

/** `POST /api/workspaces`: creates a workspace; a prompt also starts a conversation and its first run. */
export const createWorkspaceRequestSchema = z.strictObject({
  /** `starter` is a small chart to build on; `sample` is the product's demonstration chart. */
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
 * `POST /api/workspaces/{id}/changes/accept` and `…/reject`. Acceptance with `validateBeforeAccept`: 400 with the
 * issues in `details`, 503 when the server cannot validate.
 */
export const changeDecisionRequestSchema = z.strictObject({
  /** The revision on the person's screen; 409 when another is current. */
  revisionNumber: z.number().int().nonnegative(),
  /** All pending changes when absent. */
  paths: z.array(z.string()).min(1).optional(),
  /**
   * The versions on the person's screen, by path. When given, 409 for any change of another version, as for a file's
   * edit.
   */
  versions: z.record(z.string(), z.string()).optional(),
});
export type ChangeDecisionRequest = z.infer<typeof changeDecisionRequestSchema>;

/**
 * `POST /api/workspaces/{id}/changes/hunks`: acceptance creates a revision, rejection only alters the pending change.
 */
export const hunkDecisionRequestSchema = z
  .strictObject({
    revisionNumber: z.number().int().nonnegative(),
    path: z.string(),
    /** Ids of {@link FileView.hunks}; 409 when the file no longer has one of them. */
    accept: z.array(z.string()).default([]),
    reject: z.array(z.string()).default([]),
  })
  .refine(({ accept, reject }) => accept.length + reject.length > 0, 'must accept or reject something');
export type HunkDecisionRequest = z.input<typeof hunkDecisionRequestSchema>;
