import { z } from 'zod';

/** The automation settings of a workspace. */
export const workspaceSettingsSchema = z.object({
  /** Accepts the changes of a run when it is completed, except those that another principal also edited. */
  autoAccept: z.boolean(),
  /** Validates before every acceptance. While it is on, automatic acceptance is off. */
  validateBeforeAccept: z.boolean(),
});
export type WorkspaceSettings = z.infer<typeof workspaceSettingsSchema>;

/** `PATCH /api/workspaces/{id}/settings`: changes the given settings and returns {@link WorkspaceSettings}. */
export const changeSettingsRequestSchema = workspaceSettingsSchema.partial().strict();
export type ChangeSettingsRequest = z.infer<typeof changeSettingsRequestSchema>;
