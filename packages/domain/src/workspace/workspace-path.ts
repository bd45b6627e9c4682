import { AppError } from '@shipmate/core';

const maxLength = 500;
const maxSegmentLength = 255;

/**
 * Reads the path of a file in a workspace: relative, `/` between segments, a leading `./` dropped.
 *
 * @throws AppError `VALIDATION_ERROR` about the field `path`.
 */
export function parseWorkspacePath(path: string): string {
  const relative = path.replace(/^(\.\/)+/, '');
  const problem = findProblem(relative);
  if (problem === undefined) return relative;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `path ${problem}. Give it relative to the workspace, for example templates/deployment.yaml.`,
    details: { issues: [{ path: 'path', message: problem }] },
  });
}

function findProblem(path: string): string | undefined {
  if (path === '') return 'is empty';
  if (path.length > maxLength) return `is longer than ${maxLength} characters`;
  if (/[\p{Cc}\p{Cs}]/u.test(path)) return 'holds control characters';
  if (path.includes('\\')) return 'holds a backslash';
  if (path.startsWith('/') || /^[a-zA-Z]:/.test(path)) return 'is absolute';
  const segments = path.split('/');
  if (segments.includes('')) return 'has an empty segment';
  if (segments.includes('..') || segments.includes('.')) return 'has a segment "." or ".."';
  if (segments.some((segment) => segment.length > maxSegmentLength)) {
    return `has a segment longer than ${maxSegmentLength} characters`;
  }
  return undefined;
}

/** A path that cannot be a file beside `path`, because one would be a folder of the other. */
export function findPathClash(path: string, existing: readonly string[]): string | undefined {
  return existing.find((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`));
}
