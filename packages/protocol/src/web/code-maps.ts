import { codeIndexPhases } from '@shipmate/domain/code-map';
import { runStatuses } from '@shipmate/domain/run';
import { z } from 'zod';

/** The index of a repository's code at a commit. */
export const codeMapSchema = z.object({
  id: z.string(),
  commit: z.string(),
  treeId: z.string(),
  /** Null for an index of a commit. */
  branch: z.string().nullable(),
  files: z.number(),
  /** In bytes. */
  size: z.number(),
  /** By number of bytes, largest first. */
  languages: z.array(z.object({ language: z.string(), files: z.number(), size: z.number() })).readonly(),
  /** Files that the index does not cover. */
  leftOut: z
    .array(
      z.object({
        reason: z.enum(['binary', 'too_large', 'ignored', 'syntax', 'limit', 'timeout']),
        count: z.number(),
        examples: z.array(z.string()).readonly(),
      }),
    )
    .readonly(),
  createdAt: z.string(),
});
export type CodeMapView = z.infer<typeof codeMapSchema>;

/** A run that indexes a repository. */
export const codeIndexSchema = z.object({
  runId: z.string(),
  /** Both null for the default branch. */
  branch: z.string().nullable(),
  commit: z.string().nullable(),
  status: z.enum(runStatuses),
  /** Null until it begins; a total of 0 is unknown. */
  progress: z.object({ phase: z.enum(codeIndexPhases), done: z.number(), total: z.number() }).nullable(),
  errorMessage: z.string().nullable(),
  createdAt: z.string(),
});
export type CodeIndexView = z.infer<typeof codeIndexSchema>;

/** `GET /api/repositories/{id}/maps`: the maps of a repository, newest first, and the newest index, which may be running. */
export const codeMapListResponseSchema = z.object({
  /** As `owner/repo`. */
  label: z.object({ owner: z.string(), repo: z.string() }),
  maps: z.array(codeMapSchema),
  index: codeIndexSchema.nullable(),
});
export type CodeMapListResponse = z.infer<typeof codeMapListResponseSchema>;

/**
 * `POST /api/repositories/{id}/maps`: begins to index a branch or commit, and answers 202 with the run. While an index of the same branch
 * or commit has not ended, it answers with that one.
 */
export const startIndexRequestSchema = z.strictObject({
  /** Default: the repository's branch. */
  branch: z.string().trim().min(1).max(200).optional(),
  commit: z
    .string()
    .regex(/^[0-9a-f]{40,64}$/u, 'must be a full commit hash')
    .optional(),
});
export type StartIndexRequest = z.input<typeof startIndexRequestSchema>;
export const startIndexResponseSchema = z.object({ runId: z.string() });
export type StartIndexResponse = z.infer<typeof startIndexResponseSchema>;

/** `GET /api/repositories/{id}/maps/{mapId}/search`: files and symbols of a map, best first. */
export const codeSearchQuerySchema = z.strictObject({
  q: z.string().trim().min(1).max(500),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});
export const codeSearchResponseSchema = z.object({
  commit: z.string(),
  hits: z.array(
    z.object({
      /** As in diagrams: `owner/repo:path`, with `#L10-20` for a symbol. */
      nodeId: z.string(),
      path: z.string(),
      /** Null for the file as a whole. */
      symbol: z
        .object({
          name: z.string(),
          kind: z.string(),
          container: z.string().nullable(),
          startLine: z.number(),
          endLine: z.number(),
          doc: z.string().nullable(),
        })
        .nullable(),
      /** Higher is better; comparable within one answer only. */
      score: z.number(),
    }),
  ),
});
export type CodeSearchResponse = z.infer<typeof codeSearchResponseSchema>;
