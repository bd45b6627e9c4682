import { maxFileCharacters } from '@shipmate/domain/workspace';
import { z } from 'zod';

const maxFiles = 10_000;
const content = z.string().max(maxFileCharacters);

/** Bytes that a request with one file may have: JSON may need six for a character. */
export const maxFileRequestBytes = 6 * maxFileCharacters + 10_000;

/** The {@link FileView.version} that the person saw. */
const version = z.string();

/** `PUT /api/workspaces/{id}/files`: saved as pending. A file whose deletion is pending comes back. */
export const saveFileRequestSchema = z.object({ path: z.string(), content, version });
export type SaveFileRequest = z.infer<typeof saveFileRequestSchema>;

/**
 * `POST /api/workspaces/{id}/files`: a pending file; 409 when the path is taken. A folder is there as soon as a file is in it,
 * so a new folder is a first file.
 */
export const createFileRequestSchema = z.object({ path: z.string(), content: content.default('') });
export type CreateFileRequest = z.input<typeof createFileRequestSchema>;

/** `POST /api/workspaces/{id}/files/rename`: all moves or none are pending then. A folder is moved by moving its files. */
export const renameFilesRequestSchema = z.object({
  moves: z
    .array(z.object({ from: z.string(), to: z.string(), version }))
    .min(1)
    .max(maxFiles),
});
export type RenameFilesRequest = z.infer<typeof renameFilesRequestSchema>;

/** `DELETE /api/workspaces/{id}/files`: all deletions or none are pending then. A file that was never accepted vanishes. */
export const deleteFilesRequestSchema = z.object({
  files: z
    .array(z.object({ path: z.string(), version }))
    .min(1)
    .max(maxFiles),
});
export type DeleteFilesRequest = z.infer<typeof deleteFilesRequestSchema>;

/**
 * `details` of the 409 to an edit or a decision that named a version which is no longer there. Nothing was stored. With what
 * the person began with and what they want to store, this makes three sides to compare; `toThreeWayRegions` and
 * `mergeThreeWay` of `@shipmate/domain` lay them side by side. To store after all, name the new version.
 */
export const fileConflictSchema = z.object({
  reason: z.literal('file_changed'),
  files: z.array(
    z.object({
      path: z.string(),
      version: z.string(),
      /** What the file holds now, pending changes counted in; null when it is to be deleted. */
      content: z.string().nullable(),
    }),
  ),
});
export type FileConflict = z.infer<typeof fileConflictSchema>;
