import { defaultArchiveLimits, type LeftFile, leftReasons } from '@shipmate/domain/archive';
import { z } from 'zod';

/** Maximum size of an uploaded archive, in bytes. */
export const maxArchiveBytes = defaultArchiveLimits.maxCompressedBytes;

/**
 * `POST /api/workspaces/archive`, whose body is an unmodified `.tgz`, `.tar` or `.zip`, sent as
 * `application/octet-stream` or with its own type. The error for a refused archive has the cause in `details.reason`,
 * and nothing of the archive is stored.
 */
export const importArchiveResponseSchema = z.object({
  workspaceId: z.string(),
  /** The omitted files, with the reason for each. */
  left: z.array(z.object({ path: z.string(), reason: z.enum(leftReasons) })),
});
export type ImportArchiveResponse = z.infer<typeof importArchiveResponseSchema>;

/** Response header of an export that lists the omitted files; absent when the export is complete. */
export const leftOutHeader = 'x-shipmate-left-out';

const maxNamedFiles = 20;

/** Formats files for {@link leftOutHeader}: their number, then up to 20 of them as `reason=path`, percent-encoded. */
export function toLeftOutHeader(left: readonly LeftFile[]): string {
  const named = left
    .slice(0, maxNamedFiles)
    .map(({ path, reason }) => `${reason}=${encodeURIComponent(path.toWellFormed())}`);
  return [String(left.length), ...named].join('; ');
}

/** The query of `GET /api/workspaces/{id}/export`, which returns an archive with a file name. */
export const exportQuerySchema = z.strictObject({
  format: z.enum(['tgz', 'zip']).default('tgz'),
  /** The current revision when absent. */
  revision: z.coerce.number().int().nonnegative().optional(),
  /** `true` counts pending changes as accepted. */
  pending: z.stringbool({ truthy: ['true'], falsy: ['false'] }).default(false),
  /** The id of a chart; all files when absent. */
  chart: z.string().optional(),
});
export type ExportQuery = z.input<typeof exportQuerySchema>;
