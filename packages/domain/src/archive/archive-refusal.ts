import { AppError } from '@shipmate/core';

/** Why an archive is too much. */
const sizeReasons = ['compressed_size', 'expanded_size', 'compression_ratio', 'entry_count'] as const;

/** Why an archive is not accepted as a whole. */
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

/** What {@link refuseArchive} says beside the reason. */
export interface ArchiveRefusalOptions {
  /** What is wrong and what to do; it follows the name of the entry when there is one. */
  readonly message: string;
  /** The name of the entry at fault, as the archive has it. */
  readonly entry?: string;
  readonly cause?: unknown;
}

/** Makes the error for an archive that is refused: `PAYLOAD_TOO_LARGE` or `VALIDATION_ERROR`, with `details.reason`. */
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
