import { z } from 'zod';

/** What a workspace does by itself. */
export const workspaceSettingsSchema = z.object({
  /** Changes that a run made are accepted when it is completed, except where somebody else had a hand in them. */
  autoAccept: z.boolean(),
  /** Nothing is accepted before it has been validated. While it is on, nothing is accepted automatically either. */
  validateBeforeAccept: z.boolean(),
});
export type WorkspaceSettings = z.infer<typeof workspaceSettingsSchema>;

/** `PATCH /api/workspaces/{id}/settings`: changes what is given and answers {@link WorkspaceSettings}. */
export const changeSettingsRequestSchema = workspaceSettingsSchema.partial();
export type ChangeSettingsRequest = z.infer<typeof changeSettingsRequestSchema>;
