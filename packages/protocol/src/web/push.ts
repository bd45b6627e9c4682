import { z } from 'zod';

/** `POST /api/workspaces/{id}/push`: a revision as a new branch of a git remote; 409 when the branch is there. */
export const pushRequestSchema = z.object({
  /** `https://host/path`, without credentials. */
  remote: z.string().trim().min(1).max(1_000),
  /** Lets one write there. It is used once and kept nowhere. */
  token: z.string().trim().min(1).max(4_000).optional(),
  branch: z.string().trim().min(1).max(200),
  /** The folder of the repository that the files go to. */
  folder: z.string().trim().max(500).default(''),
  message: z.string().trim().min(1).max(5_000),
  /** The current one when absent. */
  revision: z.number().int().nonnegative().optional(),
  /** `true` counts pending changes as accepted. */
  pending: z.boolean().default(false),
  /** The id of a chart; all files when absent. */
  chart: z.string().optional(),
});
export type PushRequest = z.input<typeof pushRequestSchema>;

export const pushResponseSchema = z.object({
  branch: z.string(),
  /** Its hash. */
  commit: z.string(),
  /** Where the branch can be looked at and proposed; null when that is not known of the host. */
  compareUrl: z.string().nullable(),
});
export type PushResponse = z.infer<typeof pushResponseSchema>;
