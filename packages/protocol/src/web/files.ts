import { maxFileCharacters } from '@shipmate/domain/workspace';
import { z } from 'zod';

const maxFiles = 10_000;
const content = z.string().max(maxFileCharacters);

/** Maximum size of a request with one file, in bytes: JSON may need six per character. */
export const maxFileRequestBytes = 6 * maxFileCharacters + 10_000;

/** The {@link FileView.version} on the person's screen. */
const version = z.string();

/** `PUT /api/workspaces/{id}/files`: saves a pending change. Also undoes a pending deletion of the file. */
export const saveFileRequestSchema = z.strictObject({ path: z.string(), content, version });
export type SaveFileRequest = z.infer<typeof saveFileRequestSchema>;

/**
 * `POST /api/workspaces/{id}/files`: creates a pending file; 409 when the path is in use. A folder exists as soon as it
 * contains a file, so its first file creates it.
 */
export const createFileRequestSchema = z.strictObject({ path: z.string(), content: content.default('') });
export type CreateFileRequest = z.input<typeof createFileRequestSchema>;

/**
 * `POST /api/workspaces/{id}/files/rename`: makes all moves pending, or none. A folder is moved by moving its files.
 */
export const renameFilesRequestSchema = z.strictObject({
  moves: z
    .array(z.strictObject({ from: z.string(), to: z.string(), version }))
    .min(1)
    .max(maxFiles),
});
export type RenameFilesRequest = z.infer<typeof renameFilesRequestSchema>;

/**
 * `DELETE /api/workspaces/{id}/files`: makes all deletions pending, or none. A file that was never accepted is removed
 * at once.
 */
export const deleteFilesRequestSchema = z.strictObject({
  files: z
    .array(z.strictObject({ path: z.string(), version }))
    .min(1)
    .max(maxFiles),
});
export type DeleteFilesRequest = z.infer<typeof deleteFilesRequestSchema>;

/**
 * `details` of the 409 to an edit or a decision with an outdated version. Nothing was stored. The base content, the
 * person's content and this one are the three sides of a merge; see `toThreeWayRegions` and `mergeThreeWay` of
 * `@shipmate/domain`. To overwrite, send the new version.
 */
export const fileConflictSchema = z.object({
  reason: z.literal('file_changed'),
  files: z.array(
    z.object({
      path: z.string(),
      version: z.string(),
      /** Current content of the file including its pending change; null when its deletion is pending. */
      content: z.string().nullable(),
    }),
  ),
});
export type FileConflict = z.infer<typeof fileConflictSchema>;
