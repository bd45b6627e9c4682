import { AppError } from '@shipmate/core';

/** Reasons for an archive that is too large. */
const sizeReasons = ['compressed_size', 'expanded_size', 'compression_ratio', 'entry_count'] as const;

/** Reasons to refuse an archive as a whole. */
export const archiveRefusalReasons = [
  ...sizeReasons,
  'unknown_format',
  'truncated',
  'corrupt',
  'encrypted',
  'overlapping_entries',
  'trailing_data',
  'traversal',
  'absolute_path',
  'drive_letter',
  'backslash',
  'invalid_path',
  'name_encoding',
  'too_deep',
  'duplicate_name',
  'colliding_names',
  'file_and_folder',
  'symlink',
  'hardlink',
  'device',
  'unsupported_entry',
  'no_chart',
] as const;
export type ArchiveRefusalReason = (typeof archiveRefusalReasons)[number];

const tooMuch: ReadonlySet<ArchiveRefusalReason> = new Set(sizeReasons);

/** Options for {@link refuseArchive}. */
export interface ArchiveRefusalOptions {
  /** The fault and the remedy; it follows the name of the entry, if there is one. */
  readonly message: string;
  /** Name of the faulty entry, as in the archive. */
  readonly entry?: string;
  readonly cause?: unknown;
}

/**
 * Creates the error for a refused archive: `PAYLOAD_TOO_LARGE` or `VALIDATION_ERROR`, with `details.reason`.
 */
export function refuseArchive(reason: ArchiveRefusalReason, options: ArchiveRefusalOptions): AppError {
  const { message, entry, cause } = options;
  const shown = entry === undefined ? undefined : shorten(entry);
  return new AppError({
    code: tooMuch.has(reason) ? 'PAYLOAD_TOO_LARGE' : 'VALIDATION_ERROR',
    message: shown === undefined ? message : `${JSON.stringify(shown)} in the archive ${message}`,
    details: { reason, ...(shown === undefined ? {} : { entry: shown }) },
    cause,
  });
}

const maxShownLength = 120;

function shorten(name: string): string {
  return name.length <= maxShownLength ? name : `${name.slice(0, maxShownLength)}…`;
}
