import { AppError } from '@shipmate/core';
import { parseWorkspacePath } from '../workspace/workspace-path.ts';
import { normalizePath } from '../workspace/normalize-path.ts';
import { type ArchiveRefusalReason, refuseArchive } from './archive-refusal.ts';

const rules: readonly (readonly [ArchiveRefusalReason, (name: string) => boolean, message: string])[] = [
  ['name_encoding', (name) => name.includes('\uFFFD'), 'has a name that is not UTF-8.'],
  ['backslash', (name) => name.includes('\\'), 'has a backslash in its name; separate folders with "/".'],
  ['absolute_path', (name) => name.startsWith('/'), 'has an absolute path; pack relative ones.'],
  ['drive_letter', (name) => /^[a-zA-Z]:/.test(name), 'begins with a drive letter; pack relative paths.'],
  ['traversal', leadsOut, 'leads out of its folder by "..".'],
];

function leadsOut(name: string): boolean {
  return normalizePath(name).problem === 'leads out of the workspace';
}

/**
 * Parses the name of a file or folder in an archive as a path in a workspace.
 *
 * @throws AppError of `refuseArchive` if {@link parseWorkspacePath} does not accept the path.
 */
export function parseArchivePath(name: string, maxDepth: number): string {
  for (const [reason, isBroken, message] of rules) {
    if (isBroken(name)) throw refuseArchive(reason, { entry: name, message });
  }
  const path = parse(name);
  const depth = path.split('/').length;
  if (depth <= maxDepth) return path;
  throw refuseArchive('too_deep', {
    entry: name,
    message: `lies in ${depth - 1} folders, one in the other; ${maxDepth - 1} are allowed.`,
  });
}

function parse(name: string): string {
  try {
    return parseWorkspacePath(name);
  } catch (cause) {
    if (!AppError.isInstance(cause)) throw cause;
    throw refuseArchive('invalid_path', { entry: name, message: `cannot be imported: its ${cause.message}`, cause });
  }
}
