import { AppError } from '@shipmate/core';
import { parseWorkspacePath } from '@shipmate/domain/workspace/path';
import { z } from 'zod';

/** The path of a file in the workspace, by the rules of {@link parseWorkspacePath}. */
export const workspacePathSchema = z.string().transform((path, { issues }) => {
  try {
    return parseWorkspacePath(path);
  } catch (error) {
    if (!AppError.isInstance(error)) throw error;
    issues.push({ code: 'custom', input: path, message: error.message });
    return z.NEVER;
  }
});

const maxExistingPathLength = 1000;

/** The path of an existing file, which may have been stored before these rules applied: normalized if possible. */
export const existingPathSchema = z
  .string()
  .max(maxExistingPathLength)
  .transform((path) => workspacePathSchema.safeParse(path).data ?? path);
