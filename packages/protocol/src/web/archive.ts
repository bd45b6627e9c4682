import { defaultArchiveLimits, type LeftFile, leftReasons } from '@shipmate/domain/archive';
import { z } from 'zod';

/** Bytes that an archive may have when it is sent. */
export const maxArchiveBytes = defaultArchiveLimits.maxCompressedBytes;

/**
 * `POST /api/workspaces/archive`, whose body is a `.tgz`, `.tar` or `.zip` as it is, sent as `application/octet-stream` or as the
 * type that it has. A refused archive is named in `details.reason` of the error, and nothing of it is kept.
 */
export const importArchiveResponseSchema = z.object({
  workspaceId: z.string(),
  /** The files that the workspace does not hold, and why. */
  left: z.array(z.object({ path: z.string(), reason: z.enum(leftReasons) })),
});
export type ImportArchiveResponse = z.infer<typeof importArchiveResponseSchema>;

/** The response header of an export that names the files that it leaves out; absent when it holds all of them. */
export const leftOutHeader = 'x-shipmate-left-out';

const maxNamedFiles = 20;

/** Writes files for {@link leftOutHeader}: their number, then up to 20 of them as `reason=path`, percent-encoded. */
export function toLeftOutHeader(left: readonly LeftFile[]): string {
  const named = left
    .slice(0, maxNamedFiles)
    .map(({ path, reason }) => `${reason}=${encodeURIComponent(path.toWellFormed())}`);
  return [String(left.length), ...named].join('; ');
}

/** The query of `GET /api/workspaces/{id}/export`, which answers an archive under its name. */
export const exportQuerySchema = z.object({
  format: z.enum(['tgz', 'zip']).default('tgz'),
  /** The current one when absent. */
  revision: z.coerce.number().int().nonnegative().optional(),
  /** `true` counts pending changes as accepted. */
  pending: z.stringbool({ truthy: ['true'], falsy: ['false'] }).default(false),
  /** The id of a chart; all files when absent. */
  chart: z.string().optional(),
});
export type ExportQuery = z.input<typeof exportQuerySchema>;
