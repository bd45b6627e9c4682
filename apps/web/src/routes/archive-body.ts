import { AppError } from '@shipmate/core';

/** Media types of archives in the description of routes. */
export const archiveBodyTypes = ['application/octet-stream', 'application/gzip', 'application/zip'];

const archiveMediaType =
  /^application\/(?:octet-stream|(?:x-)?(?:gzip|g?tar|zip|zip-compressed|compressed-tar))\s*(?:;|$)/i;

/**
 * Requires that the body of a request is an archive. Returns its length in bytes, as the sender declares and the server enforces it;
 * `undefined` when not declared.
 *
 * @throws AppError `VALIDATION_ERROR`
 */
export function requireArchive({ headers }: Request): number | undefined {
  if (!archiveMediaType.test(headers.get('content-type') ?? '')) {
    throw new AppError({ code: 'VALIDATION_ERROR', message: 'Send the archive itself as application/octet-stream.' });
  }
  const text = headers.get('content-length') ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
