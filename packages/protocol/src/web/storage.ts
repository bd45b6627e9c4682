import { z } from 'zod';

const storage = z.object({
  /** Size of the files of all revisions of all workspaces, including pending changes. */
  bytes: z.number(),
  workspaces: z.number(),
});

/** `GET /api/organization/storage`. */
export const storageResponseSchema = z.object({
  used: storage,
  quota: storage,
  /** The workspaces that store the most bytes, largest first. */
  largest: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      bytes: z.number(),
      revisions: z.number(),
      updatedAt: z.string(),
    }),
  ),
  /** Owners delete workspaces with `DELETE /api/workspaces/:id`; 404 for others. */
  mayDelete: z.boolean(),
});
export type StorageResponse = z.infer<typeof storageResponseSchema>;
export type StoredWorkspaceView = StorageResponse['largest'][number];
