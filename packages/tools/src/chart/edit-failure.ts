import { AppError } from '@shipmate/core';
import { effectiveContent, effectivePath, nearestPaths, type WorkspaceFile } from '@shipmate/domain/workspace';

/** The reason for a failed edit, in an error's `details.reason`, for surfaces that answer these with 200. */
type EditFailureReason = 'file_missing' | 'file_exists' | 'replacement_refused';

const codes = { file_missing: 'NOT_FOUND', file_exists: 'CONFLICT', replacement_refused: 'VALIDATION_ERROR' } as const;

/** Creates the error of a failed edit; `message` is written for the model. */
export function createEditFailure(reason: EditFailureReason, message: string): AppError {
  return new AppError({ code: codes[reason], message, details: { reason } });
}

/** Creates the error for reading or changing a file that does not exist; it names the nearest paths of the files. */
export function fileMissing(path: string, files: readonly WorkspaceFile[]): AppError {
  return createEditFailure(
    'file_missing',
    `Error: File does not exist. Use create instead. ${describeNearest(path, files)}`,
  );
}

/** Names the files that a path may mean. */
export function describeNearest(path: string, files: readonly WorkspaceFile[]): string {
  const present = files.filter((file) => effectiveContent(file) !== undefined).map(effectivePath);
  const nearest = nearestPaths(path, present);
  return nearest.length === 0 ? 'getChartContext lists the files.' : `Nearest paths: ${nearest.join(', ')}`;
}
