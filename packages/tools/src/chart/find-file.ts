import type { AppError, Principal } from '@shipmate/core';
import { effectiveContent, effectivePath, type WorkspaceFile, type WorkspaceStore } from '@shipmate/domain/workspace';
import { createEditFailure, describeNearest, fileMissing } from './edit-failure.ts';

/** A path in a workspace. */
interface PlaceInWorkspace {
  readonly workspaceId: string;
  readonly path: string;
}

/** Returns the file at a path: the existing one, or the one with a pending rename to it. */
export async function findFile(
  workspaces: Pick<WorkspaceStore, 'findFile' | 'getDetail'>,
  principal: Principal,
  { workspaceId, path }: PlaceInWorkspace,
): Promise<WorkspaceFile | undefined> {
  const file = await workspaces.findFile(principal, workspaceId, path);
  if (file) return file;
  const { files } = await workspaces.getDetail(principal, workspaceId);
  return files.find((candidate) => effectivePath(candidate) === path);
}

/**
 * As {@link findFile}, among files that were read. @throws AppError `NOT_FOUND` when it does not exist or its deletion
 * is pending.
 */
export function requireFile(files: readonly WorkspaceFile[], path: string): WorkspaceFile {
  const file =
    files.find((candidate) => candidate.path === path) ?? files.find((candidate) => effectivePath(candidate) === path);
  if (file && effectiveContent(file) !== undefined) return file;
  throw createEditFailure('file_missing', `Error: File ${path} not found. ${describeNearest(path, files)}`);
}

/** Creates the error for a path without a file; it reads the workspace for the nearest paths. */
export async function toFileMissing(
  workspaces: Pick<WorkspaceStore, 'getDetail'>,
  principal: Principal,
  { workspaceId, path }: PlaceInWorkspace,
): Promise<AppError> {
  const { files } = await workspaces.getDetail(principal, workspaceId);
  return fileMissing(path, files);
}
