import { z } from 'zod';

/** `POST /api/workspaces/{id}/push`: pushes a revision as a new branch of a git remote; 409 when the branch exists. */
export const pushRequestSchema = z.strictObject({
  /** `https://host/path`, without credentials. */
  remote: z.string().trim().min(1).max(1_000),
  /** Token with write permission. Used once and not stored. */
  token: z.string().trim().min(1).max(4_000).optional(),
  branch: z.string().trim().min(1).max(200),
  /** Target folder in the repository. */
  folder: z.string().trim().max(500).default(''),
  message: z.string().trim().min(1).max(5_000),
  /** The current revision when absent. */
  revision: z.number().int().nonnegative().optional(),
  /** `true` counts pending changes as accepted. */
  pending: z.boolean().default(false),
  /** The id of a chart; all files when absent. */
  chart: z.string().optional(),
});
export type PushRequest = z.input<typeof pushRequestSchema>;

export const pushResponseSchema = z.object({
  branch: z.string(),
  /** Hash of the commit. */
  commit: z.string(),
  /** Page that shows the branch and opens a pull request; null for an unknown host. */
  compareUrl: z.string().nullable(),
});
export type PushResponse = z.infer<typeof pushResponseSchema>;
